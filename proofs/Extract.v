(** * Extract.v: the checker of Check.v as an OCaml program

    main.ml reads a certificate and turns it into claims and commands. Only [check] decides, and by [check_sound] what it
    accepts is true, whatever commands it is given. The natural numbers, lists and sets stay those of Coq: nothing
    is replaced by machine integers. *)
Require Import NArith Check Extraction ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "kernel.ml" check.
