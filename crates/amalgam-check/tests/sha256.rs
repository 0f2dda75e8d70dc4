//! The examples of FIPS 180-4, and padding of every length.

use amalgam_check::sha256;

#[test]
fn published_examples() {
    let million = vec![b'a'; 1_000_000];
    for (text, digest) in [
        (&b""[..], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
        (&million, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ] {
        assert_eq!(sha256(text), digest);
    }
}

#[test]
fn every_length_has_its_own_digest() {
    let digests: std::collections::HashSet<String> =
        (0..200).map(|length| sha256(&vec![0; length])).collect();
    assert_eq!(digests.len(), 200);
}
