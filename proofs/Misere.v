(** * Misere.v: the misère rule of Locke and Handley, §6

    In misère play the player who makes the last move loses. [LH_Section_6]: with a heap of at least two coins the outcome is
    that of normal play; a position of n heaps of one coin is won by the player to move if and only if n is even. *)
Require Import Arith Lia List Bool.
Require Import Game Heights.
Import ListNotations.

Notation options := (options 1 0).
Fixpoint mwinf n l := match n with 0 => true | S n' =>
  match options l with [] => true | o => existsb (fun q => negb (mwinf n' q)) o end end.
(** The player to move wins the misère game. *)
Definition mwin l := mwinf (S (size l)) l.

Lemma smaller l q : In q (options l) -> size q < size l.
Proof. apply options_size; auto. Qed.
Lemma existsb_ext {X} (g h : X -> bool) l : (forall x, In x l -> g x = h x) -> existsb g l = existsb h l.
Proof. induction l as [|x l IH]; intro H; auto. cbn. rewrite (H x), IH; auto; [intros; apply H; now right|now left]. Qed.
Lemma mwinf_fuel : forall n m l, size l < n -> size l < m -> mwinf n l = mwinf m l.
Proof.
  induction n as [|n IH]; intros [|m] l Hn Hm; try lia. cbn [mwinf].
  assert (existsb (fun q => negb (mwinf n q)) (options l) = existsb (fun q => negb (mwinf m q)) (options l)) as E.
  { apply existsb_ext. intros q Hq. apply smaller in Hq. f_equal. apply IH; lia. }
  destruct (options l); auto.
Qed.
Lemma mwin_eq l : options l <> [] -> mwin l = existsb (fun q => negb (mwin q)) (options l).
Proof.
  intro N. unfold mwin at 1. cbn [mwinf]. assert (existsb (fun q => negb (mwinf (size l) q)) (options l) = existsb (fun q => negb (mwin q)) (options l)) as E.
  { apply existsb_ext. intros q Hq. apply smaller in Hq. f_equal. apply mwinf_fuel; lia. }
  destruct (options l); [easy|exact E].
Qed.
Lemma has_option l h : 1 <= h -> In h l -> options l <> [].
Proof.
  intros H I E. destruct (take_exists l h 0 H I) as (q & Q & _). apply (take_option 1 0) in Q. rewrite E in Q. easy.
Qed.

Definition ones_only l := forall h, 2 <= h -> count l h = 0.
Definition big l := exists h, 2 <= h /\ In h l.
Lemma big_or_not l : big l \/ ones_only l.
Proof.
  induction l as [|x l IH]; [right; intros h _; reflexivity|]. destruct IH as [(h & H & I)|O]; [left; exists h; split; [auto|now right]|].
  destruct (le_lt_dec 2 x) as [H|H]; [left; exists x; split; [auto|now left]|right]. intros h Hh. rewrite count_cons, (O h Hh), is_other by lia. reflexivity.
Qed.
Lemma ones_parity l : ones_only l -> AN l = Nat.odd (count l 1).
Proof.
  intro O. destruct (Nat.odd (count l 1)) eqn:E.
  - apply (LH_Lemma_8a 1 0 (le_n 1) (Nat.le_0_l 1) l 1); [lia|]. intros h Hh. unfold odd_at. destruct (Nat.eq_dec h 1) as [->|N]; [tauto|].
    rewrite (O h) by lia. cbn. split; [discriminate|lia].
  - apply LH_Lemma_6; auto. intros h Hh. destruct (Nat.eq_dec h 1) as [->|N]; [now apply even_of_odd|]. now rewrite (O h) by lia.
Qed.
(** One heap x of at least two beside ones: it can be lowered to 0 or to 1. *)
Definition one_big l x := 2 <= x /\ forall h, 2 <= h -> count l h = is h x.
Lemma one_big_choices l x : one_big l x -> exists q q', In q (options l) /\ In q' (options l) /\ ones_only q /\ ones_only q' /\
  Nat.odd (count q' 1) = negb (Nat.odd (count q 1)).
Proof.
  intros [X O]. assert (In x l) as I by (apply count_pos; rewrite (O x X), is_same; lia).
  destruct (take_exists l x 0 ltac:(lia) I) as (q & Q & C). destruct (take_exists l x 1 ltac:(lia) I) as (q' & Q' & C').
  exists q, q'. split; [now apply take_option|]. split; [now apply take_option|]. split; [|split].
  - intros h H. specialize (C h). rewrite (O h H), (is_other h 0) in C by lia. lia.
  - intros h H. specialize (C' h). rewrite (O h H), (is_other h 1) in C' by lia. lia.
  - specialize (C 1). specialize (C' 1). rewrite (is_other 1 x), (is_other 1 0) in C by lia. rewrite (is_other 1 x), is_same in C' by lia.
    replace (count q' 1) with (S (count q 1)) by lia. rewrite Nat.odd_succ, <- Nat.negb_odd. reflexivity.
Qed.
(** If an option has no big heap, there was one big heap, or none. *)
Lemma leaves_ones l q : big l -> In q (options l) -> ones_only q -> exists x, one_big l x.
Proof.
  intros (b & B & Ib) Hq O. unfold Game.options in Hq. apply in_app_or in Hq as [Hq|Hq].
  - destruct (take_change _ _ Hq) as (x & y & L & I & C). exists x.
    assert (forall h, 2 <= h -> count l h = is h x) as E.
    { intros h H. pose proof (C h) as Ch. rewrite (O h H) in Ch.
      destruct (Nat.eq_dec y h) as [->|N]; [|rewrite (is_other h y) in Ch by auto; lia].
      (* the lowered heap would still be big *)
      exfalso. rewrite is_same, (is_other h x) in Ch by lia. lia. }
    split; auto. apply count_pos in Ib. rewrite (E b B) in Ib. unfold is in Ib. destruct (Nat.eq_dec x b); lia.
  - exfalso. destruct (merge_change 1 0 _ _ Hq) as (x & y & M & I & J & C). destruct (may_pos 1 0 (le_n 1) (Nat.le_0_l 1) x y M) as [X1 Y1].
    specialize (C (x + y - 0)). rewrite (O (x + y - 0)) in C by lia. rewrite is_same, !is_other in C by lia. lia.
Qed.

Theorem LH_Section_6 : forall l, (big l -> mwin l = AN l) /\ (ones_only l -> mwin l = Nat.even (count l 1)).
Proof.
  assert (forall n l, size l <= n -> (big l -> mwin l = AN l) /\ (ones_only l -> mwin l = Nat.even (count l 1))) as X; [|intro l; exact (X _ l (le_n _))].
  induction n as [n IH] using lt_wf_ind. intros l Hn. split.
  - intro B. pose proof B as (b & B2 & Ib). pose proof (has_option l b ltac:(lia) Ib) as N.
    destruct (existsb (fun q => forallb (fun h => h <? 2) q) (options l)) eqn:E.
    + (* one big heap: both games are won *)
      apply existsb_exists in E as (q & Q & E). rewrite forallb_forall in E.
      assert (ones_only q) as O.
      { intros h H. destruct (count q h) eqn:Z; auto. assert (In h q) as I by (apply count_pos; lia). apply E, Nat.ltb_lt in I. lia. }
      destruct (leaves_ones l q B Q O) as (x & Hx). destruct (one_big_choices l x Hx) as (p & p' & P & P' & Op & Op' & Par).
      assert (forall u, In u (options l) -> ones_only u -> mwin u = Nat.even (count u 1)) as Mu by (intros u U Ou; apply smaller in U; apply (IH (size u)); auto; lia).
      assert (AN l = true) as ->.
      { apply (proj2 (won 1 0 (le_n 1) (Nat.le_0_l 1) l)). destruct (Nat.odd (count p 1)) eqn:Z; [exists p'|exists p]; (split; [auto|]); rewrite ones_parity by auto; [now rewrite Par|exact Z]. }
      rewrite (mwin_eq l N). apply existsb_exists. destruct (Nat.odd (count p 1)) eqn:Z.
      * exists p. split; auto. rewrite (Mu p P Op), <- Nat.negb_odd, Z. reflexivity.
      * exists p'. split; auto. rewrite (Mu p' P' Op'), <- Nat.negb_odd, Par. reflexivity.
    + (* every option has a big heap *)
      rewrite (mwin_eq l N), win_eq by auto. apply existsb_ext. intros q Q. f_equal. pose proof (smaller _ _ Q).
      apply (proj1 (IH (size q) ltac:(lia) q (le_n _))). destruct (big_or_not q) as [?|O]; auto. exfalso.
      rewrite <- not_true_iff_false in E. apply E, existsb_exists. exists q. split; auto. apply forallb_forall. intros h I. apply Nat.ltb_lt.
      destruct (le_lt_dec 2 h) as [H'|]; auto. apply count_pos in I. rewrite (O h H') in I. lia.
  - intro O. destruct (Nat.eq_dec (count l 1) 0) as [Z|Z].
    + (* no move *)
      rewrite Z. unfold mwin. cbn [mwinf]. destruct (options l) as [|q o] eqn:E; auto. exfalso.
      assert (In q (options l)) as Q by (rewrite E; now left).
      assert (forall x, 1 <= x -> ~ In x l) as Emp.
      { intros x X1 I. apply count_pos in I. destruct (Nat.eq_dec x 1) as [->|]; [lia|]. rewrite (O x) in I by lia. lia. }
      unfold Game.options in Q. apply in_app_or in Q as [Q|Q].
      * destruct (take_change _ _ Q) as (x & y & L & I & _). apply (Emp x); auto. lia.
      * destruct (merge_change 1 0 _ _ Q) as (x & y & M & I & _). destruct (may_pos 1 0 (le_n 1) (Nat.le_0_l 1) x y M). apply (Emp x); auto.
    + assert (In 1 l) as I by (apply count_pos; lia). rewrite (mwin_eq l (has_option l 1 (le_n 1) I)).
      destruct (take_exists l 1 0 ltac:(lia) I) as (p & P & C).
      assert (ones_only p) as Op by (intros h H; specialize (C h); rewrite (O h H), (is_other h 1), (is_other h 0) in C by lia; lia).
      assert (count l 1 = S (count p 1)) as E1 by (specialize (C 1); rewrite is_same, (is_other 1 0) in C by lia; lia).
      apply (take_option 1 0) in P. pose proof (smaller _ _ P) as Sp.
      assert (mwin p = Nat.even (count p 1)) as Mp by (apply (IH (size p)); auto; lia).
      rewrite E1, Nat.even_succ, <- Nat.negb_even, <- Mp.
      destruct (mwin p) eqn:W; cbn [negb].
      * (* the other moves merge two ones; then a two is won in normal play *)
        apply not_true_is_false. intro T. apply existsb_exists in T as (q & Q & T). apply negb_true_iff in T.
        pose proof (smaller _ _ Q) as Sq. pose proof Q as Q0. unfold Game.options in Q. apply in_app_or in Q as [Q|Q].
        -- destruct (take_change _ _ Q) as (x & y & L & J & D).
           assert (x = 1) as -> by (apply count_pos in J; destruct (le_lt_dec 2 x); [rewrite (O x) in J; lia|lia]). assert (y = 0) as -> by lia.
           assert (ones_only q) as Oq by (intros h H; specialize (D h); rewrite (O h H), (is_other h 1), (is_other h 0) in D by lia; lia).
           rewrite (proj2 (IH (size q) ltac:(lia) q (le_n _)) Oq) in T. specialize (D 1). rewrite is_same, (is_other 1 0) in D by lia.
           replace (count q 1) with (count p 1) in T by lia. congruence.
        -- destruct (merge_change 1 0 _ _ Q) as (x & y & M & J & J' & D). destruct (may_pos 1 0 (le_n 1) (Nat.le_0_l 1) x y M) as [X1 Y1].
           assert (forall u, In u l -> u <= 1) as S1 by (intros u U; apply count_pos in U; destruct (le_lt_dec 2 u); [rewrite (O u) in U; lia|lia]).
           assert (x = 1) as -> by (apply S1 in J; lia). assert (y = 1) as -> by (apply S1 in J'; lia). change (1 + 1 - 0) with 2 in D.
           assert (big q) as Bq by (exists 2; split; auto; apply count_pos; specialize (D 2); rewrite (is_other 2 1), is_same in D by lia; lia).
           rewrite (proj1 (IH (size q) ltac:(lia) q (le_n _)) Bq) in T.
           assert (one_big q 2) as Ob by (split; [lia|]; intros h H; specialize (D h); rewrite (O h H), !(is_other h 1) in D by lia; lia).
           destruct (one_big_choices q 2 Ob) as (u & u' & U & U' & Ou & Ou' & Par).
           assert (AN q = true); [|congruence]. apply (proj2 (won 1 0 (le_n 1) (Nat.le_0_l 1) q)).
           destruct (Nat.odd (count u 1)) eqn:Z1; [exists u'|exists u]; (split; [auto|]); rewrite ones_parity by auto; [now rewrite Par|exact Z1].
      * apply existsb_exists. exists p. split; auto. now rewrite W.
Qed.
