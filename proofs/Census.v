(** * Census.v: Conjecture 10 of Locke and Handley is false

    The outcome of a position depends only on how many heaps of each height it has ([win_counts]). So outcomes can be kept in a
    table of sorted positions. [census] fills such a table for a list of positions, each from the outcomes of its options, and
    every outcome in it is true ([census_true]). With all positions of at most 28 coins it has
    <3,3,5,1> as a P-position. *)
Require Import Arith Lia List Bool PArith FMapPositive.
Require Import Game Heights.
Import ListNotations.
Module PM := PositiveMap.
Local Open Scope nat_scope.

(** ** The order of heaps, and heaps that are gone, do not matter *)
Lemma merge_exists_same l x : may 1 x x = true -> 2 <= count l x -> exists q, In q (merges 1 0 l) /\
  forall h, count q h + is h x + is h x = count l h + is h (x + x - 0).
Proof.
  intros M. induction l as [|z l IH]; intro C; [cbn in C; lia|]. cbn [merges]. rewrite count_cons in C.
  destruct (Nat.eq_dec z x) as [->|N].
  - rewrite is_same in C. assert (In x l) as I by (apply count_pos; lia).
    destruct (mergewith_exists 1 0 x x l M I) as (q & Q & D). exists q. split; [apply in_or_app; auto|].
    intro h. rewrite count_cons. specialize (D h). lia.
  - rewrite is_other in C by auto. destruct (IH C) as (q & Q & D). exists (z :: q).
    split; [apply in_or_app; right; now apply in_map|]. intro h. rewrite !count_cons. specialize (D h). lia.
Qed.
(** Like [merge_change], and equal heaps are two. *)
Lemma merge_change' l q : In q (merges 1 0 l) -> exists x y, may 1 x y = true /\ In x l /\ In y l /\ (x = y -> 2 <= count l x) /\
  forall h, count q h + is h x + is h y = count l h + is h (x + y - 0).
Proof.
  intro Q. revert q Q. induction l as [|z l IH]; cbn [merges]; intros q H; [easy|]. apply in_app_or in H as [H|H].
  - destruct (mergewith_change 1 0 _ _ _ H) as (y & I & M & q' & -> & C). exists z, y. split; auto. split; [now left|]. split; [now right|]. split.
    + intros <-. rewrite count_cons, is_same. apply count_pos in I. lia.
    + intro h. rewrite !count_cons. specialize (C h). lia.
  - apply in_map_iff in H as (m & <- & H). destruct (IH m H) as (x & y & M & I & J & E & C). exists x, y. split; auto.
    split; [now right|]. split; [now right|]. split; [intro X; rewrite count_cons; specialize (E X); lia|].
    intro h. rewrite !count_cons. specialize (C h). lia.
Qed.
Definition same l l' := forall h, 1 <= h -> count l h = count l' h.
Lemma same_option l l' q : same l l' -> In q (options 1 0 l) -> exists q', In q' (options 1 0 l') /\ same q q'.
Proof.
  intros S Q. unfold options in Q. apply in_app_or in Q as [Q|Q].
  - destruct (take_change _ _ Q) as (x & y & L & I & C).
    assert (In x l') as I' by (apply count_pos; rewrite <- S by lia; now apply count_pos).
    destruct (take_exists l' x y L I') as (q' & Q' & C'). exists q'. split; [now apply take_option|]. intros h H. specialize (C h). specialize (C' h). rewrite <- (S h H) in C'. lia.
  - destruct (merge_change' _ _ Q) as (x & y & M & I & J & E & C). destruct (may_pos 1 0 (le_n 1) (Nat.le_0_l 1) x y M) as [X1 Y1].
    assert (exists q', In q' (merges 1 0 l') /\ forall h, count q' h + is h x + is h y = count l' h + is h (x + y - 0)) as (q' & Q' & C').
    { destruct (Nat.eq_dec x y) as [<-|N]; [apply merge_exists_same; auto; rewrite <- S by lia; auto|].
      apply merge_exists; auto; apply count_pos; rewrite <- S by lia; now apply count_pos. }
    exists q'. split; [now apply merge_option|]. intros h H. specialize (C h). specialize (C' h). rewrite <- (S h H) in C'. lia.
Qed.
Theorem win_counts : forall l l', same l l' -> AN l = AN l'.
Proof.
  assert (forall n l l', size l <= n -> same l l' -> AN l' = false -> AN l = false) as X.
  { induction n as [n IH] using lt_wf_ind. intros l l' Hn S W. apply (proj2 (lost 1 0 (le_n 1) (Nat.le_0_l 1) l)). intros q Q.
    pose proof (options_size 1 0 (le_n 1) (Nat.le_0_l 1) _ _ Q) as Sq. destruct (same_option l l' q S Q) as (q' & Q' & S').
    destruct (AN q) eqn:E; auto. exfalso. assert (AN q' = true) as W' by (apply (proj1 (lost 1 0 (le_n 1) (Nat.le_0_l 1) l') W q' Q')).
    (* an answer in q' is one in q *)
    apply (proj1 (won 1 0 (le_n 1) (Nat.le_0_l 1) q')) in W' as (p' & P' & W'). destruct (same_option q' q p' (fun h H => eq_sym (S' h H)) P') as (p & P & Sp).
    assert (AN p = false) as Wp.
    { apply (IH (size p)) with (l' := p'); auto; [apply (options_size 1 0 (le_n 1) (Nat.le_0_l 1)) in P; lia|]. intros h H. symmetry. now apply Sp. }
    assert (AN q = true); [|congruence]. apply (proj2 (won 1 0 (le_n 1) (Nat.le_0_l 1) q)). eauto. }
  intros l l' S. destruct (AN l') eqn:E; [|eapply X; eauto]. destruct (AN l) eqn:E'; auto.
  rewrite <- E. symmetry. eapply X; eauto. intros h H. symmetry. now apply S.
Qed.

(** ** A table of sorted positions *)
Fixpoint insert x l := match l with [] => [x] | y :: l' => if x <=? y then x :: l else y :: insert x l' end.
Definition tidy l := fold_right (fun x l => match x with 0 => l | _ => insert x l end) [] l.
Lemma insert_count x l h : count (insert x l) h = is h x + count l h.
Proof. induction l as [|y l IH]; cbn [insert]; [now rewrite count_cons|]. destruct (x <=? y); rewrite !count_cons; rewrite ?IH; lia. Qed.
Lemma tidy_same l : same (tidy l) l.
Proof.
  intros h H. induction l as [|x l IH]; auto. cbn [tidy fold_right]. fold (tidy l). rewrite count_cons. destruct x as [|x].
  - rewrite is_other by lia. exact IH.
  - rewrite insert_count. lia.
Qed.
Fixpoint key l := match l with [] => xH | 0 :: l' => xO (key l') | x :: l' => Nat.iter x xI (xO (key l')) end.
Definition table := PM.t (list nat * bool).
Definition outcome (m : table) l := match PM.find (key l) m with Some (l', w) => if list_eq_dec Nat.eq_dec l l' then Some w else None | None => None end.
(** Is there an option that loses? None if one is not in the table. *)
Fixpoint some_lost (m : table) qs := match qs with
  | [] => Some false
  | q :: qs' => match outcome m (tidy q) with
    | None => None
    | Some false => Some true
    | Some true => some_lost m qs' end end.
Fixpoint census (m : table) ls := match ls with
  | [] => Some m
  | l :: ls' => match some_lost m (options 1 0 l) with
    | None => None
    | Some w => census (PM.add (key l) (l, w) m) ls' end end.
Definition true_table (m : table) := forall k l w, PM.find k m = Some (l, w) -> AN l = w.
Lemma outcome_true m l w : true_table m -> outcome m l = Some w -> AN l = w.
Proof.
  intro T. unfold outcome. destruct (PM.find (key l) m) as [[l' w']|] eqn:E; [|easy]. destruct (list_eq_dec Nat.eq_dec l l') as [->|]; [|easy].
  injection 1 as <-. eapply T; eauto.
Qed.
Lemma some_lost_true m : true_table m -> forall qs w, some_lost m qs = Some w -> existsb (fun q => negb (AN q)) qs = w.
Proof.
  intro T. induction qs as [|q qs IH]; intros w E; cbn [some_lost existsb] in *; [now injection E as <-|].
  destruct (outcome m (tidy q)) as [u|] eqn:O; [|easy]. apply (outcome_true m _ _ T) in O. rewrite (win_counts _ _ (tidy_same q)) in O. rewrite O.
  destruct u; cbn; auto. now injection E as <-.
Qed.
Theorem census_true : forall ls m m', true_table m -> census m ls = Some m' -> true_table m'.
Proof.
  induction ls as [|l ls IH]; intros m m' T E; cbn [census] in E; [now injection E as <-|].
  destruct (some_lost m (options 1 0 l)) as [w|] eqn:S; [|easy]. apply (IH (PM.add (key l) (l, w) m)); auto.
  intros k l' w' F. destruct (Pos.eq_dec k (key l)) as [->|N].
  - rewrite PM.gss in F. injection F as <- <-. rewrite (win_eq 1 0 (le_n 1) (Nat.le_0_l 1)). now apply some_lost_true with (m := m).
  - rewrite PM.gso in F by auto. eapply T; eauto.
Qed.

(** ** All positions of n coins, those with fewer heaps first *)
(** Sorted lists of h heaps with n coins, each heap at least x. *)
Fixpoint parts (h n x fuel : nat) : list (list nat) := match h, fuel with
  | 0, _ => if n =? 0 then [[]] else []
  | _, 0 => []
  | S h', S fuel' => if n <? x * h then [] else map (cons x) (parts h' (n - x) x fuel') ++ parts h n (S x) fuel' end.
Definition positions n := flat_map (fun n => flat_map (fun h => parts h n 1 (2 * n + 1)) (seq 0 (n + 1))) (seq 0 (n + 1)).
Definition counterexample := [1; 1; 1; 2; 2; 2; 3; 3; 3; 3; 3; 4].
(** No heap above four, as many odd heaps as an even number, heights that occur an odd number of times: and it is P. *)
Theorem LH_Conjecture_10_refuted : AN counterexample = false /\ up_to 4 counterexample /\
  Nat.even (count counterexample 1 + count counterexample 3) = true /\ Nat.odd (count counterexample 1) = true.
Proof.
  split; [|split; [|split; reflexivity]].
  - destruct (census (PM.empty _) (positions 28)) as [m|] eqn:E.
    + apply (outcome_true m); [eapply census_true; eauto; intros k l w F; now rewrite PM.gempty in F|].
      assert (match census (PM.empty _) (positions 28) with Some m => outcome m counterexample | None => None end = Some false) as C
        by (vm_cast_no_check (eq_refl (Some false))).
      now rewrite E in C.
    + exfalso. assert (match census (PM.empty _) (positions 28) with Some _ => true | None => false end = true) as C by (vm_cast_no_check (eq_refl true)).
      now rewrite E in C.
  - intros h H. destruct h as [|[|[|[|[|h]]]]]; try lia; reflexivity.
Qed.
