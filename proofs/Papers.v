(** * Papers.v: the statements of the papers, by their numbers

    LH: S. C. Locke, B. Handley, Amalgamation Nim, Integers 21 (2021) #G2. MA: H. Manabe, An Amalgamation Nim with Restriction. SH: M. Shinoda, slides, 2024. Lemmas 6 and 8 and the Theorems 7 and 9 of LH are in Heights.v, its §6 in
    Misere.v, Conjecture 1 of MA in Manabe.v. Rows14.v has the computation behind the rows. *)
Require Import Arith Lia List Bool NArith.
Require Import Game Balanced Least SG Manabe Heights Check Rows14.
Import ListNotations.
Notation AN := (Game.win 1 0).
Local Open Scope nat_scope.

(** ** LH, Theorem 1: every position has exactly one completion *)
Section Completion.
Variables r t : nat.
Hypothesis Hr : 1 <= r.
Hypothesis Ht : t <= 1.
Notation win := (Game.win r t).
Lemma lower_head x y l : y < x -> win (y :: l) = false -> win (x :: l) = true.
Proof.
  intros L W. apply (proj2 (won r t Hr Ht _)). exists (y :: l). split; auto. apply in_or_app. left. cbn. apply in_or_app. left.
  apply in_map_iff. exists y. split; auto. apply in_seq. lia.
Qed.
Lemma completion_unique x y l : win (x :: l) = false -> win (y :: l) = false -> x = y.
Proof.
  intros X Y. destruct (lt_eq_lt_dec x y) as [[L|E]|L]; auto; exfalso.
  - rewrite (lower_head y x l L X) in Y. discriminate.
  - rewrite (lower_head x y l L Y) in X. discriminate.
Qed.
(** What is left of [l] if the new heap is merged with one of its heaps: that heap, and the others. *)
Fixpoint partners (l : list nat) : list (nat * list nat) := match l with
  | [] => [] | y :: l' => (y, l') :: map (fun '(z, m) => (z, y :: m)) (partners l') end.
Lemma mergewith_partners x l q : In q (mergewith r t x l) -> exists y m, In (y, m) (partners l) /\ may r x y = true /\ q = (x + y - t) :: m.
Proof.
  revert q. induction l as [|z l IH]; cbn [mergewith partners]; intros q H; [easy|]. apply in_app_or in H as [H|H].
  - destruct (may r x z) eqn:M; [|easy]. destruct H as [<-|[]]. exists z, l. split; [now left|auto].
  - apply in_map_iff in H as (q' & <- & H). destruct (IH q' H) as (y & m & I & M & ->). exists y, (z :: m). split; [|auto].
    right. apply in_map_iff. exists (y, m). auto.
Qed.
(** An escape of [l] makes at most one completion impossible: a move within [l], or a merge with the new heap. *)
Definition escapes l := map inl (Game.options r t l) ++ map inr (partners l).
Definition escape x (e : list nat + nat * list nat) := match e with
  | inl q => win (x :: q) = false
  | inr (y, m) => may r x y = true /\ win ((x + y - t) :: m) = false end.
Lemma escape_unique x y e : escape x e -> escape y e -> x = y.
Proof.
  destruct e as [q|[z m]]; cbn; [apply completion_unique|]. intros [Mx X] [My Y]. pose proof (completion_unique _ _ _ X Y) as E.
  destruct (may_pos r t Hr Ht x z Mx), (may_pos r t Hr Ht y z My). lia.
Qed.
Lemma escape_exists x l : (forall y, y < x -> win (y :: l) = true) -> win (x :: l) = true -> exists e, In e (escapes l) /\ escape x e.
Proof.
  intros Low W. apply (proj1 (won r t Hr Ht _)) in W as (q & Q & W). unfold escapes. apply in_app_or in Q as [Q|Q]; cbn in Q; apply in_app_or in Q as [Q|Q].
  - apply in_map_iff in Q as (y & <- & I). apply in_seq in I. rewrite (Low y) in W by lia. discriminate.
  - apply in_map_iff in Q as (q' & <- & I). exists (inl q'). split; auto. apply in_or_app. left. apply in_map. apply in_or_app. now left.
  - destruct (mergewith_partners x l q Q) as (y & m & I & M & ->). exists (inr (y, m)). split; [|split; auto]. apply in_or_app. right. now apply in_map.
  - apply in_map_iff in Q as (q' & <- & I). exists (inl q'). split; auto. apply in_or_app. left. apply in_map. apply in_or_app. now right.
Qed.
Theorem LH_Theorem_1 l : exists! x, win (x :: l) = false.
Proof.
  assert (exists x, win (x :: l) = false) as [x W].
  2:{ exists x. split; auto. intros y Y. eapply completion_unique; eauto. }
  set (n := S (length (escapes l))).
  destruct (existsb (fun x => negb (win (x :: l))) (seq 0 n)) eqn:E.
  { apply existsb_exists in E as (x & _ & W). exists x. now apply negb_true_iff. }
  exfalso. assert (forall x, x < n -> win (x :: l) = true) as All.
  { intros x Hx. destruct (win (x :: l)) eqn:W; auto. rewrite <- not_true_iff_false in E. exfalso. apply E, existsb_exists. exists x.
    split; [apply in_seq; lia|now rewrite W]. }
  assert (forall m, m <= n -> exists es, length es = m /\ incl es (escapes l) /\ NoDup es /\ forall e, In e es -> exists x, x < m /\ escape x e) as X.
  { induction m as [|m IH]; intro Hm; [exists []; repeat split; try constructor; intros ? []|].
    destruct (IH ltac:(lia)) as (es & L & I & D & Own). destruct (escape_exists m l) as (e & Ie & Em); [intros; apply All; lia|apply All; lia|].
    exists (e :: es). split; [cbn; lia|]. split; [intros u [<-|U]; auto|]. split.
    - constructor; auto. intro U. destruct (Own e U) as (x & Hx & Ex). pose proof (escape_unique _ _ _ Ex Em). lia.
    - intros u [<-|U]; [exists m; split; [lia|auto]|]. destruct (Own u U) as (x & Hx & Ex). exists x. split; [lia|auto]. }
  destruct (X n (le_n n)) as (es & L & I & D & _). pose proof (NoDup_incl_length D I). unfold n in *. lia.
Qed.
End Completion.

(** ** SH, Proposition 3.2: bounds *)
Theorem SH_Proposition_3_2 r t a b : 1 <= r -> t <= 1 -> a <= b + f r t a b + 1 /\ b <= a + f r t a b + 1 /\ f r t a b <= a + b + 1.
Proof.
  intros Hr Ht. pose proof (f_le r t Hr Ht a b). pose proof (f_low r t Hr Ht a b). split; [|lia].
  (* the rows are symmetric *)
  assert (P r t b a (f r t a b)) as S.
  { assert (forall n a b c, a + b + c <= n -> P r t a b c -> P r t b a c) as Sw; [|apply (Sw (a + b + f r t a b)); [lia|apply f_P; auto]].
    induction n as [n IH] using lt_wf_ind. intros x y z L Q. apply P_spec in Q as (A & B & C & D); auto. apply P_spec; auto. repeat split.
    - intros u Lu Hu. apply (B u Lu), (IH (u + x + z)); auto; lia.
    - intros u Lu Hu. apply (A u Lu), (IH (y + u + z)); auto; lia.
    - intros u Lu Hu. apply (C u Lu), (IH (y + x + u)); auto; lia.
    - rewrite <- D. unfold forb. rewrite (Nat.add_comm y x). unfold may. rewrite (andb_comm (r <=? y) (r <=? x)).
      destruct ((r <=? y) && (r <=? z) && (y + z - t =? x)), ((r <=? x) && (r <=? z) && (x + z - t =? y)), ((r <=? x) && (r <=? y) && (x + y - t =? z)); reflexivity. }
  apply P_f in S; auto. pose proof (f_low r t Hr Ht b a). lia.
Qed.

(** ** LH, rows 1 to 14 *)
Lemma row_pairs a s p once repeating : In (Pairs a s p once repeating) claims ->
  forall b c, 1 <= b <= c -> AN [N.to_nat a; b; c] = false <-> In (b, c) (nats once) \/ shifted (N.to_nat p) (nats repeating) b c.
Proof.
  intros I b c H. pose proof rows_1_14 as F. rewrite Forall_forall in F. specialize (F _ I). cbn [holds] in F. destruct F as (F & _).
  rewrite <- (F b c H). apply (P_f 1 0); auto.
Qed.
Lemma row_least a s p qs : In (Row a s p qs) claims -> least (f 1 0 (N.to_nat a)) (N.to_nat s) (N.to_nat p).
Proof. intro I. pose proof rows_1_14 as F. rewrite Forall_forall in F. exact (F _ I). Qed.
(** Claim n of the file. *)
Tactic Notation "claim" constr(n) := apply (nth_error_In claims n); vm_compute; reflexivity.
(** A pair of a list moved by multiples of p. *)
Lemma shifted_list p l b c : shifted p l b c <-> exists k, Exists (fun '(b0, c0) => b = b0 + k * p /\ c = c0 + k * p) l.
Proof.
  unfold shifted. split.
  - intros (k & b0 & c0 & I & E). exists k. apply Exists_exists. exists (b0, c0). auto.
  - intros (k & E). apply Exists_exists in E as ([b0 c0] & I & E). exists k, b0, c0. auto.
Qed.

Theorem LH_Theorem_3 b c : 1 <= b <= c -> AN [1; b; c] = false <-> exists k, b = 4 * k + 2 /\ c = 4 * k + 4 \/ b = 4 * k + 3 /\ c = 4 * k + 5.
Proof.
  intro H. rewrite (row_pairs 1 2 4 [] [(2, 4); (3, 5)]%N) by (exact H || claim 16). rewrite shifted_list. cbn. split.
  - intros [[]|(k & E)]. exists k. repeat (apply Exists_cons in E as [E|E]; [lia|]). apply Exists_nil in E. easy.
  - intros (k & [E|E]); right; exists k; [left|right; left]; lia.
Qed.

Theorem LH_Theorem_4 b c : 1 <= b <= c -> AN [2; b; c] = false <-> exists k, b = 2 * k + 1 /\ c = 2 * k + 4.
Proof.
  intro H. rewrite (row_pairs 2 3 2 [] [(1, 4)]%N) by (exact H || claim 17). rewrite shifted_list. cbn. split.
  - intros [[]|(k & E)]. exists k. repeat (apply Exists_cons in E as [E|E]; [lia|]). apply Exists_nil in E. easy.
  - intros (k & E). right. exists k. left. lia.
Qed.
Lemma pairs_in (b c : nat) l : In (b, c) l <-> Exists (fun '(b0, c0) => b = b0 /\ c = c0) l.
Proof.
  rewrite Exists_exists. split.
  - intro I. exists (b, c). auto.
  - intros ([b0 c0] & I & -> & ->). exact I.
Qed.
Ltac exists_to_or E := repeat (apply Exists_cons in E as [E|E]; [|try (apply Exists_nil in E; contradiction)]).
Theorem LH_Theorem_5 b c : 3 <= b <= c -> AN [3; b; c] = false <->
  b = 4 /\ c = 8 \/ b = 9 /\ c = 10 \/ b = 7 /\ c = 11 \/ exists k, b = 2 * k + 12 /\ c = 2 * k + 13.
Proof.
  intro H. rewrite (row_pairs 3 12 2 [(1, 5); (2, 6); (4, 8); (7, 11); (9, 10)] [(12, 13)])%N by (lia || claim 18). rewrite shifted_list, pairs_in. cbn. split.
  - intros [E|(k & E)]; [exists_to_or E; lia|]. exists_to_or E. right. right. right. exists k. lia.
  - intros [E|[E|[E|(k & E)]]]; [left|left|left|right].
    + do 2 right. left. lia.
    + do 4 right. left. lia.
    + do 3 right. left. lia.
    + exists k. left. lia.
Qed.
(** Theorems 11 to 14, and with them Theorem 2 (iii): the lists as the paper prints them. *)
Definition L_row a once repeating p := forall b c, 1 <= b <= c ->
  AN [a; b; c] = false <-> In (b, c) once \/ shifted p repeating b c.
Theorem LH_Theorem_11 : L_row 4 [(1, 2); (3, 8); (5, 6); (7, 12); (9, 11)] [(10, 13); (15, 16)] 4.
Proof. intros b c H. apply (row_pairs 4 13 4 [(1, 2); (3, 8); (5, 6); (7, 12); (9, 11)] [(10, 13); (15, 16)])%N; [claim 19|auto]. Qed.
Theorem LH_Theorem_12 : L_row 5 [(1, 3); (2, 8); (4, 6); (7, 13); (9, 15); (10, 11)] [(12, 14); (17, 19)] 4.
Proof. intros b c H. apply (row_pairs 5 16 4 [(1, 3); (2, 8); (4, 6); (7, 13); (9, 15); (10, 11)] [(12, 14); (17, 19)])%N; [claim 20|auto]. Qed.
Theorem LH_Theorem_13 : L_row 6 [(1, 8); (2, 3); (4, 5); (7, 14); (9, 13); (10, 15); (11, 12)] [(16, 19); (17, 18)] 4.
Proof. intros b c H. apply (row_pairs 6 16 4 [(1, 8); (2, 3); (4, 5); (7, 14); (9, 13); (10, 15); (11, 12)] [(16, 19); (17, 18)])%N; [claim 21|auto]. Qed.
Theorem LH_Theorem_14 : L_row 7 [(1, 9); (2, 10); (3, 11); (4, 12); (5, 13); (6, 14); (8, 16)] [(15, 19); (17, 21); (18, 22); (20, 24)] 8.
Proof. intros b c H. apply (row_pairs 7 17 8 [(1, 9); (2, 10); (3, 11); (4, 12); (5, 13); (6, 14); (8, 16)] [(15, 19); (17, 21); (18, 22); (20, 24)])%N; [claim 22|auto]. Qed.
Theorem LH_Theorem_2_ii a b : AN [a; b] = false <-> a = b.
Proof. rewrite (win2 1 0 (le_n 1) (Nat.le_0_l 1) (a + b) a b (le_n _)), negb_false_iff. apply Nat.eqb_eq. Qed.

(** The periods of the rows 8 to 11, which the paper observed, and of the rows 12 to 14. All are least. *)
Theorem LH_Observations_15_to_18 :
  least (f 1 0 8) 20 40 /\ least (f 1 0 9) 16 40 /\ least (f 1 0 10) 18 160 /\ least (f 1 0 11) 29 960.
Proof.
  split; [|split; [|split]].
  - apply (row_least 8 20 40 [(2, 20); (5, 20)])%N. claim 9.
  - apply (row_least 9 16 40 [(2, 16); (5, 16)])%N. claim 10.
  - apply (row_least 10 18 160 [(2, 19); (5, 18)])%N. claim 11.
  - apply (row_least 11 29 960 [(2, 29); (3, 30); (5, 29)])%N. claim 12.
Qed.
Theorem rows_12_to_14 : least (f 1 0 12) 30 (N.to_nat 2880) /\ least (f 1 0 13) 31 (N.to_nat 11520) /\ least (f 1 0 14) 233 (N.to_nat 11520).
Proof.
  split; [|split].
  - apply (row_least 12 30 2880 [(2, 31); (3, 30); (5, 30)])%N. claim 13.
  - apply (row_least 13 31 11520 [(2, 31); (3, 31); (5, 31)])%N. claim 14.
  - apply (row_least 14 233 11520 [(2, 233); (3, 233); (5, 234)])%N. claim 15.
Qed.
(** Rows 6 and 14 are the first two cover rows that the file names. *)
Theorem cover_rows_6_and_14 : cover_from 1 0 3 16 /\ cover_from 1 0 7 233.
Proof.
  pose proof rows_1_14 as F. rewrite Forall_forall in F. split.
  - apply (F (CoverRow 3 16)). claim 0.
  - apply (F (CoverRow 7 233)). claim 1.
Qed.

(** ** LH, Section 1: "if the total number of coins is even, then the P-positions are exactly the mirror positions" is false *)
Theorem LH_even_totals_refuted : AN [3; 9; 10] = false /\ Nat.even (3 + 9 + 10) = true /\ ~ mirror [3; 9; 10].
Proof.
  split; [|split; [reflexivity|]].
  - apply LH_Theorem_5; lia.
  - intro M. discriminate (M 3 ltac:(lia)).
Qed.

(** ** MA, Theorem 2: the P-positions of three heaps, for every even threshold *)
Lemma G_lost R (HR : 1 <= R) : forall n l, size l <= n -> Game.win (2 * R) 0 l = negb (G R l =? 0).
Proof.
  assert (1 <= 2 * R) as Hr by lia. pose proof (Nat.le_0_l 1) as Ht.
  induction n as [n IH] using lt_wf_ind. intros l Hn. rewrite (G_eq R HR). destruct (mex _ =? 0) eqn:E; cbn [negb].
  - apply Nat.eqb_eq in E. apply (proj2 (lost _ 0 Hr Ht l)). intros q Q. pose proof (options_size _ 0 Hr Ht _ _ Q). rewrite (IH (size q)) by lia.
    apply negb_true_iff, Nat.eqb_neq. intro Z. apply (mex_out (map (G R) (Game.options (2 * R) 0 l))). rewrite E. apply in_map_iff. exists q. auto.
  - apply Nat.eqb_neq in E. apply (proj2 (won _ 0 Hr Ht l)). assert (In 0 (map (G R) (Game.options (2 * R) 0 l))) as I by (apply mex_below; lia).
    apply in_map_iff in I as (q & Z & Q). exists q. split; auto. pose proof (options_size _ 0 Hr Ht _ _ Q). rewrite (IH (size q)), Z by lia. reflexivity.
Qed.
(** [half x] is x / 2; [eps] says whether one or two of the three pairs are free. *)
Theorem MA_Theorem_2 R x y z : 1 <= R -> Game.win (2 * R) 0 [x; y; z] = false <->
  Nat.lxor (Nat.lxor (half x) (half y)) (half z) = 0 /\ xorb (xorb (Nat.odd x) (Nat.odd y)) (Nat.odd z) = eps R x y z.
Proof.
  intro HR. rewrite (G_lost R HR _ _ (le_n _)), negb_false_iff, Nat.eqb_eq. destruct (manabe R HR (size [x; y; z])) as (_ & _ & E). rewrite (E x y z (le_n _)).
  unfold val. split.
  - intro V. assert (Sx x y z = 0 /\ xorb (lam x y z) (eps R x y z) = false) as [A B] by (destruct (xorb _ _); cbn [Nat.b2n] in V; split; auto; lia).
    split; [exact A|]. fold (lam x y z). now apply xorb_eq in B.
  - intros [A B]. fold (Sx x y z) in A. fold (lam x y z) in B. rewrite A, B, xorb_nilpotent. reflexivity.
Qed.
(** Conjecture 1: the Grundy value and the nim-sum agree but for the lowest bit. *)
Theorem MA_Conjecture_1 x y z : Nat.div2 (G 1 [x; y; z]) = Nat.div2 (Nat.lxor (Nat.lxor x y) z).
Proof. exact (proj1 (conjecture1 1 (le_n 1) x y z)). Qed.

(** ** The classics *)
Definition Sprague_Grundy := SG.sum.
Definition Bouton := SG.bouton.
