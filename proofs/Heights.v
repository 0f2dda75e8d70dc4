(** * Heights.v: mirror positions, heights up to three and four, and the misère rule

    S. C. Locke, B. Handley, Amalgamation Nim, Integers 21 (2021) #G2: Lemma 6, Theorem 7, Lemma 8, Theorem 9 and §6. A
    position is a list of heaps; [count h l] is the number of heaps of height h. Moves are described by what they
    do to these numbers, so that the order of the heaps does not matter. Lemma 6 and Lemma 8 (a), (b) hold for
    every threshold r and for merges that lose t <= 1 coins; the rest is about the game of the paper (r = 1, t = 0). *)
Require Import Arith Lia List Bool.
Require Import Game.
Import ListNotations.

Notation count := (count_occ Nat.eq_dec).
Definition is (h x : nat) := if Nat.eq_dec x h then 1 else 0.
Lemma count_cons x l h : count (x :: l) h = is h x + count l h.
Proof. unfold is. cbn. destruct (Nat.eq_dec x h); lia. Qed.
Lemma is_same h : is h h = 1.
Proof. unfold is. destruct (Nat.eq_dec h h); lia. Qed.
Lemma is_other h x : x <> h -> is h x = 0.
Proof. unfold is. destruct (Nat.eq_dec x h); lia. Qed.
Lemma count_pos l h : In h l <-> 1 <= count l h.
Proof. rewrite (count_occ_In Nat.eq_dec). lia. Qed.

Definition mirror l := forall h, 1 <= h -> Nat.even (count l h) = true.
Lemma even_spec' n : Nat.even n = true <-> exists k, n = 2 * k.
Proof. apply Nat.even_spec. Qed.
Definition odd_at l h := Nat.odd (count l h) = true.
Lemma odd_in l h : odd_at l h -> In h l.
Proof. unfold odd_at. intro O. apply count_pos. destruct (count l h); [discriminate O|lia]. Qed.
Lemma parity n : Nat.odd n = true /\ (exists k, n = 2 * k + 1) \/ Nat.odd n = false /\ (exists k, n = 2 * k).
Proof.
  destruct (Nat.odd n) eqn:E; [left|right]; split; auto; [now apply Nat.odd_spec in E|].
  apply Nat.even_spec. rewrite <- Nat.negb_odd, E. reflexivity.
Qed.

(** ** Moves as changes of the numbers of heights *)
Lemma take_change l q : In q (takes l) -> exists x y, y < x /\ In x l /\ forall h, count q h + is h x = count l h + is h y.
Proof.
  revert q. induction l as [|z l IH]; cbn [takes]; intros q H; [easy|].
  apply in_app_or in H as [H|H]; apply in_map_iff in H as (y & <- & H).
  - apply in_seq in H. exists z, y. split; [lia|]. split; [now left|]. intro h. rewrite !count_cons. lia.
  - destruct (IH y H) as (x & y' & L & I & C). exists x, y'. split; auto. split; [now right|]. intro h. rewrite !count_cons. specialize (C h). lia.
Qed.
Lemma take_exists l x y : y < x -> In x l -> exists q, In q (takes l) /\ forall h, count q h + is h x = count l h + is h y.
Proof.
  intro L. induction l as [|z l IH]; intro I; [easy|]. cbn [takes]. destruct I as [<-|I].
  - exists (y :: l). split; [|intro h; rewrite !count_cons; lia]. apply in_or_app. left. apply in_map_iff. exists y. split; auto. apply in_seq. lia.
  - destruct (IH I) as (q & Q & C). exists (z :: q). split; [|intro h; rewrite !count_cons; specialize (C h); lia].
    apply in_or_app. right. apply in_map_iff. eauto.
Qed.

Section Heights.
Variables r t : nat.
Notation merges := (merges r t).
Notation options := (options r t).
Notation win := (win r t).

Lemma mergewith_change x l q : In q (mergewith r t x l) ->
  exists y, In y l /\ may r x y = true /\ exists q', q = (x + y - t) :: q' /\ forall h, count q' h + is h y = count l h.
Proof.
  revert q. induction l as [|z l IH]; cbn [mergewith]; intros q H; [easy|]. apply in_app_or in H as [H|H].
  - destruct (may r x z) eqn:M; [|easy]. destruct H as [<-|[]]. exists z. split; [now left|]. split; auto. exists l. split; auto.
    intro h. rewrite count_cons. lia.
  - apply in_map_iff in H as (m & <- & H). destruct (IH m H) as (y & I & M & q' & -> & C). exists y. split; [now right|]. split; auto.
    exists (z :: q'). split; auto. intro h. rewrite !count_cons. specialize (C h). lia.
Qed.
Lemma mergewith_exists x y l : may r x y = true -> In y l -> exists q, In q (mergewith r t x l) /\
  forall h, count q h + is h y = count l h + is h (x + y - t).
Proof.
  intro M. induction l as [|z l IH]; intro I; [easy|]. cbn [mergewith]. destruct I as [->|I].
  - exists ((x + y - t) :: l). split; [|intro h; rewrite !count_cons; lia]. apply in_or_app. left. rewrite M. now left.
  - destruct (IH I) as (q & Q & C). destruct (mergewith_change _ _ _ Q) as (y' & _ & _ & q' & -> & _).
    exists ((x + y' - t) :: z :: q'). split; [|intro h; specialize (C h); rewrite !count_cons in *; lia].
    apply in_or_app. right. apply in_map_iff. exists ((x + y' - t) :: q'). auto.
Qed.
Lemma merge_change l q : In q (merges l) -> exists x y, may r x y = true /\ In x l /\ In y l /\
  forall h, count q h + is h x + is h y = count l h + is h (x + y - t).
Proof.
  revert q. induction l as [|z l IH]; cbn [Game.merges]; intros q H; [easy|]. apply in_app_or in H as [H|H].
  - destruct (mergewith_change _ _ _ H) as (y & I & M & q' & -> & C). exists z, y. split; auto. split; [now left|]. split; [now right|].
    intro h. rewrite !count_cons. specialize (C h). lia.
  - apply in_map_iff in H as (m & <- & H). destruct (IH m H) as (x & y & M & I & J & C). exists x, y. split; auto.
    split; [now right|]. split; [now right|]. intro h. rewrite !count_cons. specialize (C h). lia.
Qed.
Lemma may_sym x y : may r x y = may r y x.
Proof. apply andb_comm. Qed.
Lemma merge_exists l x y : may r x y = true -> x <> y -> In x l -> In y l -> exists q, In q (merges l) /\
  forall h, count q h + is h x + is h y = count l h + is h (x + y - t).
Proof.
  intros M N. induction l as [|z l IH]; intros I J; [easy|]. cbn [Game.merges].
  destruct (Nat.eq_dec z x) as [->|Nx]; [|destruct (Nat.eq_dec z y) as [->|Ny]].
  - destruct J as [->|J]; [easy|]. destruct (mergewith_exists x y l M J) as (q & Q & C). exists q. split; [apply in_or_app; auto|].
    intro h. rewrite count_cons. specialize (C h). lia.
  - destruct I as [->|I]; [easy|]. rewrite may_sym in M. destruct (mergewith_exists y x l M I) as (q & Q & C). exists q. split; [apply in_or_app; auto|].
    intro h. rewrite count_cons. specialize (C h). replace (x + y) with (y + x) by lia. lia.
  - destruct I as [->|I]; [easy|]. destruct J as [->|J]; [easy|]. destruct (IH I J) as (q & Q & C). exists (z :: q).
    split; [apply in_or_app; right; now apply in_map|]. intro h. rewrite !count_cons. specialize (C h). lia.
Qed.
Lemma take_option l q : In q (takes l) -> In q (options l).
Proof. intro. apply in_or_app. now left. Qed.
Lemma merge_option l q : In q (merges l) -> In q (options l).
Proof. intro. apply in_or_app. now right. Qed.

(** ** Mirror positions *)
Hypothesis Hr : 1 <= r.
Hypothesis Ht : t <= 1.
Lemma may_pos x y : may r x y = true -> 1 <= x /\ 1 <= y.
Proof. unfold may. rewrite andb_true_iff, !Nat.leb_le. lia. Qed.
Theorem LH_Lemma_6 : forall l, mirror l -> win l = false.
Proof.
  assert (forall n l, size l <= n -> mirror l -> win l = false) as X; [|intros l; apply (X (size l)); auto].
  induction n as [n IH] using lt_wf_ind. intros l Hn M. apply (proj2 (lost r t Hr Ht l)). intros q Hq.
  pose proof (options_size r t Hr Ht _ _ Hq) as Sq. apply (proj2 (won r t Hr Ht q)). unfold Game.options in Hq. apply in_app_or in Hq as [Hq|Hq].
  - (* a take is answered in the twin *)
    destruct (take_change _ _ Hq) as (x & y & L & I & C).
    assert (In x q) as J.
    { apply count_pos in I. apply count_pos. destruct (proj1 (even_spec' _) (M x ltac:(lia))) as [k K]. specialize (C x). rewrite is_same in C. lia. }
    destruct (take_exists q x y L J) as (q' & Q' & C'). exists q'. split; [now apply take_option|].
    apply (IH (size q')); auto; [apply take_option, (options_size r t Hr Ht) in Q'; lia|].
    intros h Hh. apply even_spec'. destruct (proj1 (even_spec' _) (M h Hh)) as [k K]. specialize (C h). specialize (C' h). exists (k + is h y - is h x). lia.
  - destruct (merge_change _ _ Hq) as (x & y & Mq & I & J & C). destruct (may_pos _ _ Mq) as [X1 Y1].
    destruct (Nat.eq_dec x y) as [->|N].
    + (* equal heaps: take the merged heap *)
      assert (In (y + y - t) q) as Iq.
      { apply count_pos. destruct (Nat.eq_dec (y + y - t) y) as [E|E].
        - rewrite E in *. specialize (C y). rewrite !is_same in C. apply count_pos in I.
          destruct (proj1 (even_spec' _) (M y Y1)) as [k K]. lia.
        - specialize (C (y + y - t)). rewrite is_same, !is_other in C by lia. lia. }
      destruct (take_exists q (y + y - t) 0 ltac:(lia) Iq) as (q' & Q' & C'). exists q'. split; [now apply take_option|].
      apply (IH (size q')); auto; [apply take_option, (options_size r t Hr Ht) in Q'; lia|].
      intros h Hh. apply even_spec'. destruct (proj1 (even_spec' _) (M h Hh)) as [k K]. specialize (C h). specialize (C' h).
      rewrite (is_other h 0) in C' by lia. exists (k - is h y). lia.
    + (* unequal heaps: merge their twins *)
      assert (forall u, u = x \/ u = y -> 1 <= u -> In u q) as Iq.
      { intros u Hu U1. apply count_pos. destruct (proj1 (even_spec' _) (M u U1)) as [k K]. specialize (C u).
        assert (1 <= count l u) by (apply count_pos; destruct Hu as [->| ->]; auto).
        destruct Hu as [->| ->]; rewrite is_same in C; [rewrite (is_other x y) in C by auto|rewrite (is_other y x) in C by auto]; lia. }
      destruct (merge_exists q x y Mq N) as (q' & Q' & C'); auto. exists q'. split; [now apply merge_option|].
      apply (IH (size q')); auto; [apply merge_option, (options_size r t Hr Ht) in Q'; lia|].
      intros h Hh. apply even_spec'. destruct (proj1 (even_spec' _) (M h Hh)) as [k K]. specialize (C h). specialize (C' h).
      exists (k + is h (x + y - t) - is h x - is h y). lia.
Qed.

(** ** Lemma 8: few odd heights *)
Lemma reach_mirror l q : In q (options l) -> mirror q -> win l = true.
Proof. intros I M. apply (proj2 (won r t Hr Ht l)). exists q. split; auto. now apply LH_Lemma_6. Qed.
Theorem LH_Lemma_8a l i : 1 <= i -> (forall h, 1 <= h -> odd_at l h <-> h = i) -> win l = true.
Proof.
  intros I1 O. destruct (take_exists l i 0 ltac:(lia) (odd_in l i (proj2 (O i I1) eq_refl))) as (q & Q & C).
  apply (reach_mirror l q (take_option _ _ Q)). intros h Hh. apply even_spec'. specialize (C h). rewrite (is_other h 0) in C by lia.
  specialize (O h Hh). unfold odd_at in O. destruct (parity (count l h)) as [[P [k K]]|[P [k K]]]; rewrite P in O.
  - assert (h = i) as -> by now apply O. rewrite is_same in C. exists k. lia.
  - assert (i <> h) by (intros ->; destruct O as [_ O]; specialize (O eq_refl); discriminate). rewrite is_other in C by auto. exists k. lia.
Qed.
Theorem LH_Lemma_8b l i j : 1 <= i < j -> (forall h, 1 <= h -> odd_at l h <-> h = i \/ h = j) -> win l = true.
Proof.
  intros I1 O. destruct (take_exists l j i ltac:(lia) (odd_in l j (proj2 (O j ltac:(lia)) (or_intror eq_refl)))) as (q & Q & C).
  apply (reach_mirror l q (take_option _ _ Q)). intros h Hh. apply even_spec'. specialize (C h).
  specialize (O h Hh). unfold odd_at in O. destruct (parity (count l h)) as [[P [k K]]|[P [k K]]]; rewrite P in O.
  - destruct (proj1 O eq_refl) as [->| ->].
    + rewrite is_same, is_other in C by lia. exists (k + 1). lia.
    + rewrite is_same, is_other in C by lia. exists k. lia.
  - assert (i <> h /\ j <> h) as [N1 N2] by (split; intros ->; destruct O as [_ O]; (assert (false = true) by auto); discriminate).
    rewrite !is_other in C by auto. exists k. lia.
Qed.
End Heights.

(** ** The game of the paper *)
Notation AN := (win 1 0).
Lemma may1 x y : 1 <= x -> 1 <= y -> may 1 x y = true.
Proof. intros. unfold may. rewrite andb_true_iff, !Nat.leb_le. lia. Qed.
Theorem LH_Lemma_8c l i j : 1 <= i < j -> (forall h, 1 <= h -> odd_at l h <-> h = i \/ h = j \/ h = i + j) -> AN l = true.
Proof.
  intros I1 O. assert (forall u, u = i \/ u = j -> In u l) as I by (intros u [->| ->]; apply odd_in, O; auto; lia).
  destruct (merge_exists 1 0 l i j (may1 i j ltac:(lia) ltac:(lia)) ltac:(lia)) as (q & Q & C); auto. rewrite Nat.sub_0_r in C.
  apply (reach_mirror 1 0 (le_n 1) (Nat.le_0_l 1) l q (merge_option 1 0 _ _ Q)). intros h Hh. apply even_spec'. specialize (C h).
  specialize (O h Hh). unfold odd_at in O. destruct (parity (count l h)) as [[P [k K]]|[P [k K]]]; rewrite P in O.
  - destruct (proj1 O eq_refl) as [->|[->| ->]]; rewrite is_same, !is_other in C by lia; [exists k|exists k|exists (k + 1)]; lia.
  - assert (i <> h /\ j <> h /\ i + j <> h) as (N1 & N2 & N3) by (repeat split; intro; subst h; destruct O as [_ O]; (assert (false = true) by auto); discriminate).
    rewrite !is_other in C by auto. exists k. lia.
Qed.
(** No heap is higher than [n]. *)
Definition up_to n l := forall h, n < h -> count l h = 0.
(** Which heights are odd is known for the heights 1 to 4; there are none above. *)
Ltac heights H := intros h Hh; unfold odd_at; destruct h as [|[|[|[|[|h]]]]]; try lia;
  repeat match goal with E : Nat.odd (count ?l ?i) = _ |- context [Nat.odd (count ?l ?i)] => rewrite E end;
  rewrite ?(H (S (S (S (S (S h)))))) by lia; cbn; split; intro; (reflexivity || discriminate || lia).
Ltac few H := let A := constr:(le_n 1) in let B := constr:(Nat.le_0_l 1) in
  first [ apply (LH_Lemma_8a 1 0 A B _ 1); [lia|heights H] | apply (LH_Lemma_8a 1 0 A B _ 2); [lia|heights H]
        | apply (LH_Lemma_8a 1 0 A B _ 3); [lia|heights H] | apply (LH_Lemma_8a 1 0 A B _ 4); [lia|heights H]
        | apply (LH_Lemma_8b 1 0 A B _ 1 2); [lia|heights H] | apply (LH_Lemma_8b 1 0 A B _ 1 3); [lia|heights H]
        | apply (LH_Lemma_8b 1 0 A B _ 2 3); [lia|heights H] | apply (LH_Lemma_8b 1 0 A B _ 1 4); [lia|heights H]
        | apply (LH_Lemma_8b 1 0 A B _ 2 4); [lia|heights H] | apply (LH_Lemma_8b 1 0 A B _ 3 4); [lia|heights H]
        | apply (LH_Lemma_8c _ 1 2); [lia|heights H] | apply (LH_Lemma_8c _ 1 3); [lia|heights H] ].
Lemma even_of_odd n : Nat.odd n = false -> Nat.even n = true.
Proof. intro E. now rewrite <- Nat.negb_odd, E. Qed.
Lemma up_to_weaken n m l : n <= m -> up_to n l -> up_to m l.
Proof. intros L H h Hh. apply H. lia. Qed.
Theorem LH_Theorem_7 l : up_to 3 l -> AN l = false <-> mirror l.
Proof.
  intro H3. split; [|apply LH_Lemma_6; auto]. intro W. pose proof (up_to_weaken 3 4 l ltac:(lia) H3) as H.
  assert (Nat.odd (count l 4) = false) as O4 by (rewrite H3 by lia; reflexivity).
  destruct (Nat.odd (count l 1)) eqn:O1, (Nat.odd (count l 2)) eqn:O2, (Nat.odd (count l 3)) eqn:O3;
    try (assert (AN l = true) by few H; congruence).
  intros h Hh. destruct h as [|[|[|[|h]]]]; try lia; try now apply even_of_odd. now rewrite H3 by lia.
Qed.
Theorem LH_Theorem_9 l : up_to 4 l -> Nat.even (count l 1 + count l 3) = true ->
  ~ (Nat.odd (count l 1) = Nat.odd (count l 2) /\ Nat.odd (count l 2) = Nat.odd (count l 3) /\ Nat.odd (count l 3) = Nat.odd (count l 4)) -> AN l = true.
Proof.
  intros H E N. rewrite Nat.even_add, <- !Nat.negb_odd in E.
  destruct (Nat.odd (count l 1)) eqn:O1, (Nat.odd (count l 2)) eqn:O2, (Nat.odd (count l 3)) eqn:O3, (Nat.odd (count l 4)) eqn:O4;
    try discriminate; try (exfalso; apply N; auto; fail); few H.
Qed.

(** ** Heaps of 1, 2 and 4 (T1 and T2 of docs/proofs.md) *)
Definition same_parity l := Nat.odd (count l 1) = Nat.odd (count l 2) /\ Nat.odd (count l 2) = Nat.odd (count l 4).
Lemma odd_change a b c d : a + b = c + d -> Nat.odd a = xorb (Nat.odd c) (xorb (Nat.odd b) (Nat.odd d)).
Proof.
  intro E. apply (f_equal Nat.odd) in E. rewrite !Nat.odd_add in E.
  destruct (Nat.odd a), (Nat.odd b), (Nat.odd c), (Nat.odd d); cbn in *; congruence.
Qed.
Theorem T1 : forall l, up_to 4 l -> count l 3 = 0 -> AN l = false <-> same_parity l.
Proof.
  assert (forall n l, size l <= n -> up_to 4 l -> count l 3 = 0 -> Nat.odd (count l 1) = true -> Nat.odd (count l 2) = true ->
    Nat.odd (count l 4) = true -> AN l = false) as P.
  { induction n as [n IH] using lt_wf_ind. intros l Hn H Z O1 O2 O4. apply (proj2 (lost 1 0 (le_n 1) (Nat.le_0_l 1) l)). intros q Hq.
    pose proof (options_size 1 0 (le_n 1) (Nat.le_0_l 1) _ _ Hq) as Sq.
    assert (forall x, In x l -> x = 0 \/ x = 1 \/ x = 2 \/ x = 4) as Some.
    { intros x I. apply count_pos in I. destruct (le_lt_dec x 4) as [L|L]; [|rewrite (H x L) in I; lia].
      destruct (Nat.eq_dec x 3) as [->|]; [rewrite Z in I; lia|lia]. }
    unfold options in Hq. apply in_app_or in Hq as [Hq|Hq].
    - destruct (take_change _ _ Hq) as (x & y & L & I & C). 
      assert (up_to 4 q) as Hq4.
      { intros h Hh. specialize (C h). rewrite (H h Hh) in C. rewrite (is_other h y) in C by (destruct (Some x I); lia). lia. }
      pose proof (odd_change _ _ _ _ (C 1)) as Q1. pose proof (odd_change _ _ _ _ (C 2)) as Q2.
      pose proof (odd_change _ _ _ _ (C 3)) as Q3. pose proof (odd_change _ _ _ _ (C 4)) as Q4. clear C. rewrite O1 in Q1. rewrite O2 in Q2. rewrite Z in Q3. rewrite O4 in Q4.
      destruct (Some x I) as [->|[->|[->| ->]]]; try lia; destruct y as [|[|[|[|y]]]]; try lia; cbn in Q1, Q2, Q3, Q4; few Hq4.
    - destruct (merge_change 1 0 _ _ Hq) as (x & y & M & I & J & C). rewrite Nat.sub_0_r in C. destruct (may_pos 1 0 (le_n 1) (Nat.le_0_l 1) x y M) as [X1 Y1].
      pose proof (odd_change _ _ _ _ (eq_trans (Nat.add_assoc _ _ _) (C 1))) as Q1. pose proof (odd_change _ _ _ _ (eq_trans (Nat.add_assoc _ _ _) (C 2))) as Q2.
      pose proof (odd_change _ _ _ _ (eq_trans (Nat.add_assoc _ _ _) (C 3))) as Q3. pose proof (odd_change _ _ _ _ (eq_trans (Nat.add_assoc _ _ _) (C 4))) as Q4.
      rewrite O1 in Q1. rewrite O2 in Q2. rewrite Z in Q3. rewrite O4 in Q4.
      assert (forall h, 4 < h -> count q h = is h (x + y)) as Q5.
      { intros h Hh. specialize (C h). rewrite (H h Hh) in C. rewrite (is_other h x), (is_other h y) in C by (destruct (Some x I), (Some y J); lia). lia. }
      assert (x + y = 8 -> AN q = true) as Eight.
      { intro E. assert (x = 4 /\ y = 4) as [-> ->] by (destruct (Some x I), (Some y J); lia). clear E. cbn in Q1, Q2, Q3, Q4. change (4 + 4) with 8 in *.
        destruct (take_exists q 8 0 ltac:(lia)) as (q' & Q' & C'); [apply count_pos; rewrite Q5 by lia; rewrite is_same; lia|].
        apply (proj2 (won 1 0 (le_n 1) (Nat.le_0_l 1) q)). exists q'. split; [now apply take_option|].
        pose proof (options_size 1 0 (le_n 1) (Nat.le_0_l 1) _ _ (take_option 1 0 _ _ Q')) as Sq'.
        assert (forall h, 1 <= h -> h <> 8 -> count q' h = count q h) as Same.
        { intros h H1 H8. specialize (C' h). rewrite (is_other h 8), (is_other h 0) in C' by lia. lia. }
        apply (IH (size q')); try lia; rewrite ?Same by lia; auto.
        - intros h Hh. destruct (Nat.eq_dec h 8) as [->|N8].
          + specialize (C' 8). rewrite (Q5 8) in C' by lia. rewrite is_same, (is_other 8 0) in C' by lia. lia.
          + rewrite Same, Q5 by lia. apply is_other. lia.
        - specialize (C 3). rewrite Z in C. rewrite !(is_other 3) in C by lia. lia. }
      destruct (Some x I) as [->|[->|[->| ->]]], (Some y J) as [->|[->|[->| ->]]]; try lia; cbn in Q1, Q2, Q3, Q4;
        try (apply Eight; reflexivity); cbn in Q5;
        try (assert (up_to 4 q) as Hq4 by (intros h Hh; rewrite Q5 by auto; apply is_other; lia); few Hq4);
        (let close := (intros h Hh; unfold odd_at; destruct h as [|[|[|[|[|[|[|h]]]]]]]; try lia;
          rewrite ?Q1, ?Q2, ?Q3, ?Q4; try (rewrite (Q5 _) by lia); cbn; split; intro; (reflexivity || discriminate || lia)) in
        first [ apply (LH_Lemma_8b 1 0 (le_n 1) (Nat.le_0_l 1) q 2 5); [lia|close] | apply (LH_Lemma_8b 1 0 (le_n 1) (Nat.le_0_l 1) q 1 6); [lia|close] ]). }
  intros l H Z. split.
  - intro W. assert (Nat.odd (count l 3) = false) as O3 by now rewrite Z. unfold same_parity.
    destruct (Nat.odd (count l 1)) eqn:O1, (Nat.odd (count l 2)) eqn:O2, (Nat.odd (count l 4)) eqn:O4; auto;
      assert (AN l = true) by few H; congruence.
  - intros [E1 E2]. destruct (Nat.odd (count l 4)) eqn:O4; [apply (P (size l)); auto; congruence|].
    apply LH_Lemma_6; auto. intros h Hh. destruct h as [|[|[|[|[|h]]]]]; try lia; try (apply even_of_odd; congruence); [now rewrite Z|now rewrite H by lia].
Qed.
(** Conjecture 10 of the paper is true with at most one heap of 3. *)
Theorem T2 l : up_to 4 l -> count l 3 = 1 -> AN l = true.
Proof.
  intros H Z. assert (Nat.odd (count l 3) = true) as O3 by now rewrite Z.
  assert (In 3 l) as I by (apply count_pos; lia).
  assert (forall y q, y = 0 \/ y = 1 -> (forall h, count q h + is h 3 = count l h + is h y) -> up_to 4 q /\ count q 3 = 0 /\
    Nat.odd (count q 1) = xorb (Nat.odd (count l 1)) (Nat.odd (is 1 y)) /\ Nat.odd (count q 2) = Nat.odd (count l 2) /\ Nat.odd (count q 4) = Nat.odd (count l 4)) as X.
  { intros y q Y C. split; [|split; [|split; [|split]]].
    - intros h Hh. specialize (C h). rewrite (H h Hh), (is_other h 3), (is_other h y) in C by lia. lia.
    - specialize (C 3). rewrite Z, is_same, (is_other 3 y) in C by lia. lia.
    - rewrite (odd_change _ _ _ _ (C 1)), (is_other 1 3) by lia. now destruct (Nat.odd (is 1 y)).
    - rewrite (odd_change _ _ _ _ (C 2)), (is_other 2 3), (is_other 2 y) by lia. cbn. apply xorb_false_r.
    - rewrite (odd_change _ _ _ _ (C 4)), (is_other 4 3), (is_other 4 y) by lia. cbn. apply xorb_false_r. }
  destruct (Nat.odd (count l 1)) eqn:O1, (Nat.odd (count l 2)) eqn:O2, (Nat.odd (count l 4)) eqn:O4; try few H.
  - destruct (take_exists l 3 0 ltac:(lia) I) as (q & Q & C). destruct (X 0 q (or_introl eq_refl) C) as (X1 & X2 & X3 & X4 & X5).
    apply (proj2 (won 1 0 (le_n 1) (Nat.le_0_l 1) l)). exists q. split; [now apply take_option|]. apply T1; auto. split; rewrite ?X3, ?X4, ?X5, ?O1, ?O2, ?O4; reflexivity.
  - destruct (take_exists l 3 1 ltac:(lia) I) as (q & Q & C). destruct (X 1 q (or_intror eq_refl) C) as (X1 & X2 & X3 & X4 & X5).
    apply (proj2 (won 1 0 (le_n 1) (Nat.le_0_l 1) l)). exists q. split; [now apply take_option|]. apply T1; auto. split; rewrite ?X3, ?X4, ?X5, ?O1, ?O2, ?O4; reflexivity.
Qed.
