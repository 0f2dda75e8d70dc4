(** * Periodic.v: every row is eventually periodic

    M. Shinoda, slides (2024), Proposition 3.3: for every a there are s and p with f(a, b + p) = f(a, b) + p for all b >= s. Here
    for every threshold r >= 1, and for merges that lose t <= 1 coins. The windows of the rows 1 to a (Walk.v) never lose a value,
    if they reach far enough, and there are finitely many of them; so they recur, and then everything repeats. *)
Require Import Arith Lia List Bool NArith.
Require Import Game Walk Balanced Least Check.
Import ListNotations.

(** ** Pigeonholes *)
Lemma repeated {X} (dec : forall x y : X, {x = y} + {x <> y}) (g : nat -> X) : forall n,
  (exists i j, i < j < n /\ g i = g j) \/ NoDup (map g (seq 0 n)).
Proof.
  induction n as [|n IH]; [right; constructor|]. destruct IH as [(i & j & H & E)|D]; [left; exists i, j; split; [lia|auto]|].
  destruct (in_dec dec (g n) (map g (seq 0 n))) as [I|I].
  - apply in_map_iff in I as (i & E & I). apply in_seq in I. left. exists i, n. split; [lia|auto].
  - right. rewrite seq_S, map_app. cbn. apply NoDup_rev in D. rewrite <- (rev_involutive (map g (seq 0 n) ++ [g n])).
    apply NoDup_rev. rewrite rev_app_distr. cbn. constructor; auto. now rewrite <- in_rev.
Qed.
(** All lists of length n over an alphabet. *)
Fixpoint words {X} (n : nat) (l : list X) : list (list X) := match n with
  | 0 => [[]] | S n' => flat_map (fun w => map (fun x => x :: w) l) (words n' l) end.
Lemma in_words {X} (l : list X) : forall n w, length w = n -> (forall x, In x w -> In x l) -> In w (words n l).
Proof.
  induction n as [|n IH]; intros w L A; [destruct w; [now left|discriminate]|]. destruct w as [|x w]; [discriminate|].
  cbn [words]. apply in_flat_map. exists w. split; [apply IH; [now injection L|intros; apply A; now right]|].
  apply in_map_iff. exists x. split; auto. apply A. now left.
Qed.
Lemma small n w : (forall i, n <= i -> tb w i = false) -> N.to_nat w < 2 ^ n.
Proof.
  intro H. destruct (N.eq_dec w 0) as [->|Z]; [cbn; apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia|].
  assert (N.log2 w < N.of_nat n)%N as L.
  { apply N.nle_gt. intro L. pose proof (N.bit_log2 w Z) as B. rewrite <- Ndigits.Nbit_Ntestbit in B. rewrite H in B; [discriminate|lia]. }
  apply N.log2_lt_pow2 in L; [|lia]. replace (2 ^ n) with (N.to_nat (2 ^ N.of_nat n)) by (rewrite N2Nat.inj_pow, Nat2N.id; reflexivity). lia.
Qed.

Section Periodic.
Variables r t H : nat.
Hypothesis Hr : 1 <= r.
Hypothesis Ht : t <= 1.
Notation K := (H + 3).
Notation f := (f r t).

Lemma col_total b : forall ws A m, RepList r t K A b ws -> MaskRep r t K b A m -> A + length ws <= H + 1 ->
  exists ws' mf, col (es r t K A (length ws) b) ws m = Some (ws', mf).
Proof.
  induction ws as [|w ws IH]; intros A m R M L; [cbn; eauto|]. destruct R as [R Rs]. cbn [length] in *.
  unfold es. cbn [seq map col]. fold (es r t K (S A) (length ws) b).
  destruct (row_step r t K Hr Ht A b w m (forbmask r t K A b) R M (forbmask_rep r t K Hr Ht A b)) as [M' _].
  set (u := lzbit _) in *. assert (N.odd (N.lor w u) = true) as O.
  { rewrite tb_odd, tb_lor. apply orb_true_iff. left. destruct R as [_ W]. apply W. rewrite Nat.add_0_r.
    destruct (le_lt_dec K b) as [Hb|Hb]; [right|left; auto]. split; auto. exists (f A (b - K)). split; [|symmetry; now apply f_inv].
    pose proof (f_le r t Hr Ht A (b - K)). lia. }
  rewrite O. destruct (IH (S A) (N.lor m u) Rs M' ltac:(lia)) as (ws' & mf & ->). eauto.
Qed.
Notation st := (st r t K 1 H (bit K) 0 (repeat (ones K) H)).
Lemma mask0 b : MaskRep r t K b 1 (bit K).
Proof.
  intro i. rewrite tb_bit, Nat.eqb_eq. split.
  - intros ->. split; [lia|]. exists 0. rewrite (f0 r t Hr Ht). lia.
  - intros [X (a' & Ha & Ea)]. assert (a' = 0) as -> by lia. rewrite (f0 r t Hr Ht) in Ea. lia.
Qed.
Lemma start0 : RepList r t K 1 0 (repeat (ones K) H).
Proof.
  assert (forall n A, RepList r t K A 0 (repeat (ones K) n)) as X; [|apply X].
  induction n as [|n IH]; intro A; [exact I|]. split; [|apply IH]. split; [intros; lia|].
  intro i. rewrite tb_ones, Nat.ltb_lt. split; [lia|]. intros [X|[_ (b' & X & _)]]; lia.
Qed.
Lemma st_rep0 j ws : st j = Some ws -> RepList r t K 1 j ws /\ length ws = H.
Proof. apply (st_rep r t K Hr Ht 1 H (bit K) 0 _ (fun b _ => mask0 b) start0 (repeat_length _ _) j). Qed.
Lemma st_total j : exists ws, st j = Some ws.
Proof.
  induction j as [|j (ws & E)]; [cbn; eauto|]. destruct (st_rep0 _ _ E) as [R L].
  destruct (col_total j ws 1 (bit K) R (mask0 j) ltac:(lia)) as (ws' & mf & C). rewrite L in C. exists ws'. cbn [Walk.st]. rewrite E. unfold stepc. change (0 + j) with j. now rewrite C.
Qed.
Definition state j := match st j with Some ws => ws | None => [] end.
Definition alphabet := map N.of_nat (seq 0 (2 ^ (2 * K))).
Lemma state_word j : In (state j) (words H alphabet).
Proof.
  unfold state. destruct (st_total j) as (ws & E). rewrite E. destruct (st_rep0 _ _ E) as [R L]. apply in_words; auto.
  assert (forall l A, RepList r t K A j l -> A + length l <= H + 1 -> forall w, In w l -> In w alphabet) as X; [|apply (X ws 1); auto; lia].
  induction l as [|v l IH]; intros A Rl La w I; [easy|]. destruct Rl as [[_ W] Rl]. cbn in La. destruct I as [<-|I]; [|apply (IH (S A)); auto; lia].
  apply in_map_iff. exists (N.to_nat v). split; [lia|]. apply in_seq. split; [lia|]. apply small. intros i Hi. apply not_true_is_false. intro T.
  apply W in T as [T|[T (b' & Lb & Eb)]]; [lia|]. pose proof (f_le r t Hr Ht A b'). lia.
Qed.
Theorem rows_eventually_repeat : exists T L, 1 <= L /\ forall a, 1 <= a <= H -> repeats (f a) T L.
Proof.
  set (T0 := H + r + 1). set (N := length (words H alphabet)).
  destruct (repeated (list_eq_dec N.eq_dec) (fun i => state (T0 + i)) (S N)) as [(i & j & Hij & E)|D].
  - exists (T0 + i), (j - i). split; [lia|]. intros a Ha b Hb.
    destruct (st_total (T0 + i)) as (w & E1). destruct (st_total (T0 + j)) as (w' & E2).
    assert (w' = w) as -> by (unfold state in E; rewrite E1, E2 in E; auto).
    replace a with (1 + (a - 1)) by lia.
    apply (rows_repeat r t K Hr Ht 1 H (bit K) 0 (repeat (ones K) H) (fun b _ => mask0 b) start0 (repeat_length _ _) (T0 + i) (j - i) w); auto; try (unfold T0 in *; lia).
    now replace (T0 + i + (j - i)) with (T0 + j) by lia.
  - exfalso. assert (incl (map (fun i => state (T0 + i)) (seq 0 (S N))) (words H alphabet)) as I.
    { intros w Iw. apply in_map_iff in Iw as (i & <- & _). apply state_word. }
    pose proof (NoDup_incl_length D I) as X. rewrite map_length, seq_length in X. unfold N in X. lia.
Qed.
End Periodic.

Theorem SH_Proposition_3_3 r t a : 1 <= r -> t <= 1 -> exists s p, 1 <= p /\ forall b, s <= b -> f r t a (b + p) = f r t a b + p.
Proof.
  intros Hr Ht. destruct a as [|a]; [exists 0, 1; split; auto; intros b _; now rewrite !(f0 r t Hr Ht)|].
  destruct (rows_eventually_repeat r t (S a) Hr Ht) as (T & L & L1 & R). exists T, L. split; auto. apply R. lia.
Qed.
