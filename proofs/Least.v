(** * Least.v: from a multiple of a period to the period, and why it is least

    Theorems 5 and 6 of docs/certificate.md, for any function [g] on the natural numbers. [repeats g s p] says
    that [g (b + p) = g b + p] for every [b >= s]: the offset [g b - b] has period [p] from column [s] on.

    - [theorem_5]: a period of which a multiple is known is seen on finitely many columns.
    - [theorem_6_period]: if no quotient by a prime is a period, the period is least, and divides all others.
    - [theorem_6_preperiod]: one column at which the equation fails makes the preperiod least. *)
Require Import Arith Lia List Bool NArith.
Import ListNotations.

Definition repeats (g : nat -> nat) s p := forall b, s <= b -> g (b + p) = g b + p.
(** The least period and the least preperiod, over all periods and preperiods. *)
Definition least g s p := 1 <= p /\ repeats g s p /\
  forall s' e, 1 <= e -> repeats g s' e -> s <= s' /\ Nat.divide p e.

Section Least.
Variable g : nat -> nat.

Lemma repeats_mul s p : repeats g s p -> forall j, repeats g s (j * p).
Proof.
  intros H j. induction j as [|j IH]; intros b Hb; [cbn; rewrite !Nat.add_0_r; auto|].
  replace (b + S j * p) with (b + j * p + p) by lia. rewrite H, IH by lia. lia.
Qed.
Lemma repeats_later s s' p : s <= s' -> repeats g s p -> repeats g s' p.
Proof. intros L H b Hb. apply H. lia. Qed.
(** The difference of two periods is a period. *)
Lemma repeats_sub s p e : e <= p -> repeats g s p -> repeats g s e -> repeats g (s + e) (p - e).
Proof.
  intros L Hp He b Hb. pose proof (He (b - e) ltac:(lia)) as E. replace (b - e + e) with b in E by lia.
  pose proof (Hp (b - e) ltac:(lia)) as P. replace (b - e + p) with (b + (p - e)) in P by lia. lia.
Qed.
Lemma repeats_gcd s p e : repeats g s p -> repeats g s e -> exists s', repeats g s' (Nat.gcd p e).
Proof.
  intros Hp He. destruct (Nat.eq_dec p 0) as [->|P0]; [rewrite Nat.gcd_0_l; eauto|].
  destruct (Nat.gcd_bezout_pos p e ltac:(lia)) as (a & b & E).
  exists (s + b * e). replace (Nat.gcd p e) with (a * p - b * e) by lia.
  apply repeats_sub; auto using repeats_mul. lia.
Qed.

Theorem theorem_5 s T p L : s <= T -> 1 <= p -> 1 <= L -> Nat.divide p L -> repeats g T L ->
  (forall b, s <= b < T -> g (b + p) = g b + p) -> (forall b, T <= b < T + L - p -> g (b + p) = g b + p) -> repeats g s p.
Proof.
  intros ST P1 L1 [m Em] HL A B.
  assert (forall j b, T <= b < T + p -> j < m -> g (b + j * p) = g b + j * p) as C.
  { induction j as [|j IH]; intros b Hb Hj; [cbn; rewrite !Nat.add_0_r; auto|].
    replace (b + S j * p) with (b + j * p + p) by lia. rewrite B, IH by nia. lia. }
  assert (forall b, T <= b < T + L -> g (b + p) = g b + p) as D.
  { intros b Hb. destruct (le_lt_dec (T + L - p) b) as [H|H]; [|apply B; lia].
    destruct m as [|m]; [lia|]. assert (L = m * p + p) as EL by lia.
    pose proof (C m (b - m * p) ltac:(lia) ltac:(lia)) as E. replace (b - m * p + m * p) with b in E by lia.
    pose proof (HL (b - m * p) ltac:(lia)) as F. replace (b - m * p + L) with (b + p) in F by lia. lia. }
  assert (forall n b, b <= n -> T <= b -> g (b + p) = g b + p) as E.
  { induction n as [n IH] using lt_wf_ind. intros b Hn Hb. destruct (le_lt_dec (T + L) b) as [H|H]; [|apply D; lia].
    pose proof (IH (b - L) ltac:(lia) (b - L) (le_n _) ltac:(lia)) as X.
    pose proof (HL (b - L) ltac:(lia)) as Y. replace (b - L + L) with b in Y by lia.
    pose proof (HL (b - L + p) ltac:(lia)) as Z. replace (b - L + p + L) with (b + p) in Z by lia. lia. }
  intros b Hb. destruct (le_lt_dec T b) as [H|H]; [eapply E; eauto|apply A; lia].
Qed.

(** A prime here is a number of at least 2 that no smaller number of at least 2 divides. *)
Definition prime q := 2 <= q /\ forall d, 2 <= d < q -> ~ Nat.divide d q.
Lemma prime_coprime q m : prime q -> ~ Nat.divide q m -> Nat.gcd m q = 1.
Proof.
  intros [Q2 Q] N. pose proof (Nat.gcd_divide_r m q) as D. pose proof (Nat.gcd_divide_l m q) as D'.
  assert (Nat.gcd m q <= q) by (apply Nat.divide_pos_le; auto; lia).
  destruct (Nat.eq_dec (Nat.gcd m q) q) as [E|E]; [rewrite E in D'; contradiction|].
  destruct (Nat.eq_dec (Nat.gcd m q) 0) as [Z|Z]; [apply Nat.gcd_eq_0 in Z; lia|].
  destruct (Nat.eq_dec (Nat.gcd m q) 1) as [O|O]; auto. exfalso. apply (Q (Nat.gcd m q)); auto. lia.
Qed.

(** Every number above 1 that divides [p] is divisible by one of [qs]. *)
Definition complete p qs := forall m, 2 <= m -> Nat.divide m p -> exists q, In q qs /\ Nat.divide q m.

Theorem theorem_6_period s p qs : 1 <= p -> repeats g s p -> complete p qs ->
  (forall q, In q qs -> 1 <= q /\ Nat.divide q p /\ exists w, s <= w /\ g (w + p / q) <> g w + p / q) ->
  forall s' e, 1 <= e -> repeats g s' e -> Nat.divide p e.
Proof.
  intros P1 Hp C W s' e E1 He.
  destruct (repeats_gcd (max s s') p e) as (c & Hg); [apply (repeats_later s); auto; lia|apply (repeats_later s'); auto; lia|].
  pose proof (Nat.gcd_divide_l p e) as [m Em]. pose proof (Nat.gcd_divide_r p e) as De.
  set (d := Nat.gcd p e) in *. destruct (le_lt_dec 2 m) as [M|M].
  - exfalso. destruct (C m M) as (q & Iq & [u Eu]); [exists d; lia|].
    destruct (W q Iq) as (Q1 & _ & w & Hw & N). apply N.
    assert (p / q = u * d) as ->. { rewrite Em, Eu. replace (u * q * d) with (u * d * q) by lia. apply Nat.div_mul. lia. }
    (* far out the smaller number is a period, and the large one brings it back *)
    pose proof (repeats_mul _ _ Hg u (w + c * p) ltac:(nia)) as X.
    pose proof (repeats_mul _ _ Hp c w Hw) as Y. pose proof (repeats_mul _ _ Hp c (w + u * d) ltac:(lia)) as Z.
    replace (w + u * d + c * p) with (w + c * p + u * d) in Z by lia. lia.
  - assert (m = 1) as -> by (destruct m as [|[|]]; lia). replace p with d by lia. exact De.
Qed.

Theorem theorem_6_preperiod s p : repeats g s p -> (s = 0 \/ g (s - 1 + p) <> g (s - 1) + p) ->
  forall s' e, 1 <= e -> repeats g s' e -> s <= s'.
Proof.
  intros Hp [->|N] s' e E1 He; [lia|]. destruct (le_lt_dec s s') as [L|L]; auto. exfalso. apply N.
  (* far out p is a period, and e brings it back *)
  pose proof (repeats_mul _ _ He s (s - 1) ltac:(lia)) as X.
  pose proof (repeats_mul _ _ He s (s - 1 + p) ltac:(lia)) as Y.
  pose proof (Hp (s - 1 + s * e) ltac:(nia)) as Z. replace (s - 1 + s * e + p) with (s - 1 + p + s * e) in Z by lia. lia.
Qed.

Theorem theorem_6 s p qs : 1 <= p -> repeats g s p -> complete p qs ->
  (forall q, In q qs -> 1 <= q /\ Nat.divide q p /\ exists w, s <= w /\ g (w + p / q) <> g w + p / q) ->
  (s = 0 \/ g (s - 1 + p) <> g (s - 1) + p) -> least g s p.
Proof.
  intros P1 Hp C W N. split; [|split]; auto. intros s' e E1 He. split.
  - eapply theorem_6_preperiod; eauto.
  - eapply theorem_6_period; eauto.
Qed.
End Least.

(** ** A list of primes is complete: decided by division *)
Section Primes.
Local Open Scope N_scope.
Fixpoint strip (fuel : nat) (n q : N) : N :=
  match fuel with O => n | S k => if n mod q =? 0 then strip k (n / q) q else n end.
Definition stripped n qs := fold_left (fun n q => strip 64 n q) qs n.
Definition is_prime q := (2 <=? q) && forallb (fun d => negb (q mod (N.of_nat d) =? 0)) (seq 2 (N.to_nat (q - 2))).

Lemma strip_divide m : forall fuel n q, prime (N.to_nat q) -> ~ Nat.divide (N.to_nat q) m ->
  Nat.divide m (N.to_nat n) -> Nat.divide m (N.to_nat (strip fuel n q)).
Proof.
  induction fuel as [|k IH]; intros n q P N D; cbn [strip]; auto. destruct (n mod q =? 0) eqn:E; auto.
  apply N.eqb_eq in E. apply IH; auto. pose proof P as [Q2 _]. assert (q <> 0) as Q0 by lia.
  pose proof (N.div_mod n q Q0) as X. rewrite E, N.add_0_r in X.
  apply (Nat.gauss m (N.to_nat q)); [|now apply prime_coprime]. rewrite <- N2Nat.inj_mul, <- X. exact D.
Qed.
Lemma is_prime_spec q : is_prime q = true -> prime (N.to_nat q).
Proof.
  unfold is_prime. rewrite andb_true_iff, N.leb_le, forallb_forall. intros [Q2 H]. split; [lia|]. intros d Hd [u E].
  assert (In d (seq 2 (N.to_nat (q - 2)))) as I by (apply in_seq; lia). specialize (H d I). apply negb_true_iff, N.eqb_neq in H.
  apply H. apply N.mod_divide; [lia|]. exists (N.of_nat u). lia.
Qed.
Theorem stripped_complete p qs : forallb is_prime qs = true -> stripped p qs = 1 ->
  complete (N.to_nat p) (map N.to_nat qs).
Proof.
  intros Pr E m M D. unfold stripped in E. rewrite forallb_forall in Pr.
  destruct (existsb (fun q => Nat.eqb (Nat.modulo m (N.to_nat q)) 0) qs) eqn:X.
  - apply existsb_exists in X as (q & I & Z). apply Nat.eqb_eq in Z. exists (N.to_nat q). split; [now apply in_map|].
    pose proof (is_prime_spec q (Pr q I)) as [Q2 _]. apply Nat.mod_divide in Z; auto. lia.
  - exfalso. assert (forall q, In q qs -> ~ Nat.divide (N.to_nat q) m) as N.
    { intros q I Dq. pose proof (is_prime_spec q (Pr q I)) as [Q2 _]. apply Nat.mod_divide in Dq; [|lia].
      rewrite <- not_true_iff_false in X. apply X, existsb_exists. exists q. split; auto. now apply Nat.eqb_eq. }
    clear X. revert p E D. induction qs as [|q qs IH]; intros p E D; cbn [fold_left] in E.
    + subst p. apply Nat.divide_1_r in D. lia.
    + apply (IH (fun x I => Pr x (or_intror I)) (fun x I => N x (or_intror I)) (strip 64 p q)); auto.
      apply strip_divide; auto; [apply is_prime_spec, Pr; now left|apply N; now left].
Qed.
End Primes.
