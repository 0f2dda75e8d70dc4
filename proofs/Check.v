(** * Check.v: a checker for rows and cover rows, and its soundness

    The checker walks rows side by side, as windows (Walk.v), over a mask that is known to be constant. The rows
    come in blocks; a block ends with a row that may be a cover row, and remembers the last column at which it was
    none. A certificate is a list of commands. They prove covers (Theorems 8 and 9 of docs/certificate.md), joint
    periods (Theorem 4) and single values; then the claims are decided from these facts (Theorems 5 and 6).

    [check_sound]: if [check] accepts, every claim is true of the game as Game.v defines it. *)
Require Import Arith Lia List Bool NArith Nnat FMapPositive.
Require Import Game Walk Least Balanced.
Import ListNotations.
Module PM := PositiveMap.

(** What is claimed of the game (r, t). *)
Definition covers r t b k := forall v, (exists a, a <= 2 * k /\ f r t a b = v) <-> b <= v + k /\ v <= b + k.
Definition cover_from r t k F :=
  (forall b, F <= b -> covers r t b k) /\ forall F', (forall b, F' <= b -> covers r t b k) -> F <= F'.
Inductive claim :=
| CoverRow (k F : N)                           (* row 2k is a cover row, exactly from column F on *)
| Row (a S P : N) (witnesses : list (N * N))   (* row a has least preperiod S and least period P *)
| Pairs (a S P : N) (once repeating : list (N * N)). (* the lists L1 and L2 of row a, as Locke and Handley write them *)
(** [pairs v p once repeating]: the pairs [b, v b] with 1 <= b <= v b are those of [once], and those of [repeating] moved by
    multiples of p. No pair of [once] repeats, and no pair of [repeating] does so from an earlier one. *)
Definition shifted p (l : list (nat * nat)) b c := exists k b0 c0, In (b0, c0) l /\ b = b0 + k * p /\ c = c0 + k * p.
Definition pairs (v : nat -> nat) p once repeating :=
  (forall b c, 1 <= b <= c -> c = v b <-> In (b, c) once \/ shifted p repeating b c) /\
  (forall b c, In (b, c) once -> exists k, v (b + k * p) <> c + k * p) /\
  (forall b c, In (b, c) repeating -> p < b -> v (b - p) + p <> c).
Definition nats (l : list (N * N)) := map (fun '(b, c) => (N.to_nat b, N.to_nat c)) l.
Definition holds r t c := match c with
  | CoverRow k F => cover_from r t (N.to_nat k) (N.to_nat F)
  | Row a s p _ => least (f r t (N.to_nat a)) (N.to_nat s) (N.to_nat p)
  | Pairs a _ p once repeating => pairs (f r t (N.to_nat a)) (N.to_nat p) (nats once) (nats repeating)
  end.

Inductive command :=
| Walk (columns : N) (look : list N)    (* go on by so many columns, and keep the values of these *)
| Joint (rows : nat) (T L : N) (look : list N) (* the first rows have the same windows T and T + L columns from here *)
| Recurs (T L : N)                      (* so has the first block, and all these columns are covered *)
| Balance                               (* this column is balanced for the first block *)
| Drop.                                 (* the first block is proved to cover from here on *)

Section Check.
Variables r t K : nat.
Hypothesis Hr : 1 <= r.
Hypothesis Ht : t <= 1.
Notation f := (f r t).
Notation es := (es r t K).
Notation RepList := (RepList r t K).
Notation MaskRep := (MaskRep r t K).

(** ** Values that were seen *)
Definition values := PM.t (PM.t N).
Definition key (n : N) := N.succ_pos n.
Definition value (a c : N) (vs : values) := match PM.find (key a) vs with Some row => PM.find (key c) row | None => None end.
Definition keep (a c v : N) (vs : values) : values :=
  PM.add (key a) (PM.add (key c) v (match PM.find (key a) vs with Some row => row | None => PM.empty N end)) vs.
Definition true_values vs := forall a c v, value a c vs = Some v -> f (N.to_nat a) (N.to_nat c) = N.to_nat v.
Lemma key_inj a b : key a = key b -> a = b.
Proof. unfold key. intro E. rewrite <- (N.pos_pred_succ a), <- (N.pos_pred_succ b). now rewrite E. Qed.
Lemma keep_true a c v vs : true_values vs -> f (N.to_nat a) (N.to_nat c) = N.to_nat v -> true_values (keep a c v vs).
Proof.
  intros T E a' c' v'. unfold value, keep. destruct (N.eq_dec a' a) as [->|Na].
  - rewrite PM.gss. destruct (N.eq_dec c' c) as [->|Nc]; [rewrite PM.gss; now injection 1 as <-|].
    rewrite PM.gso by (intro X; apply key_inj in X; auto). intro V. apply (T a c' v'). unfold value.
    destruct (PM.find (key a) vs); auto. now rewrite PM.gempty in V.
  - rewrite PM.gso by (intro X; apply key_inj in X; auto). exact (T a' c' v').
Qed.
Fixpoint keep_all (a c : N) (offsets : list nat) vs := match offsets with
  | [] => vs
  | u :: l => keep_all (N.succ a) c l (keep a c (c + N.of_nat u - N.of_nat K)%N vs)
  end.
Lemma keep_all_true c : forall us a vs, true_values vs ->
  (forall i, i < length us -> f (N.to_nat a + i) (N.to_nat c) + K = N.to_nat c + nth i us 0) -> true_values (keep_all a c us vs).
Proof.
  induction us as [|u us IH]; intros a vs T H; cbn [keep_all]; auto. apply IH.
  - apply keep_true; auto. pose proof (H 0 ltac:(cbn; lia)) as E. cbn in E. rewrite Nat.add_0_r in E. lia.
  - intros i Hi. pose proof (H (S i) ltac:(cbn; lia)) as E. cbn [nth] in E. rewrite N2Nat.inj_succ.
    replace (S (N.to_nat a) + i) with (N.to_nat a + S i) by lia. exact E.
Qed.

(** ** Merges: the same at all regular columns *)
Definition regular A n (c : N) := (N.of_nat (A + n + r) <=? N.succ c)%N.
Definition forbidden A n (c : N) := es A n (N.to_nat (N.min c (N.of_nat (A + n + r)))).
Lemma regular_spec A n c : regular A n c = true -> A + n + r <= S (N.to_nat c).
Proof. unfold regular. rewrite N.leb_le. lia. Qed.
Lemma forbidden_at A n c : forbidden A n c = es A n (N.to_nat c).
Proof.
  unfold forbidden. destruct (N.min_spec c (N.of_nat (A + n + r))) as [[L E]|[L E]]; rewrite E; auto.
  apply es_regular; auto; lia.
Qed.
Lemma forbidden_from A n c c' : regular A n c = true -> (c <= c')%N -> forbidden A n c = es A n (N.to_nat c').
Proof. intros R L. apply regular_spec in R. rewrite forbidden_at. apply es_regular; auto; lia. Qed.

(** ** Some rows over a constant mask, walked with a list of columns to look at *)
Record walker := { at_ : N; ws : list N; look : list N; seen : values }.
Definition looked A (e ws : list N) m c (look : list N) seen := match look with
  | l :: look' => if N.eqb l c then (look', keep_all (N.of_nat A) c (outs e ws m) seen) else (look, seen)
  | [] => ([], seen)
  end.
(** One column; if [full] is given, the mask after the rows must be this. *)
Definition go A (e : list N) (m : N) (full : option N) (s : option walker) := match s with
  | None => None
  | Some w => match col e (ws w) m with
    | None => None
    | Some (ws', mf) =>
      if match full with Some cm => N.eqb mf cm | None => true end then
        let (look', seen') := looked A e (ws w) m (at_ w) (look w) (seen w) in
        Some {| at_ := N.succ (at_ w); ws := ws'; look := look'; seen := seen' |}
      else None
    end
  end.
Fixpoint eqws (x y : list N) := match x, y with
  | [], [] => true | a :: x', b :: y' => N.eqb a b && eqws x' y' | _, _ => false end.
Lemma eqws_eq : forall x y, eqws x y = true -> x = y.
Proof. induction x as [|a x IH]; intros [|b y] H; cbn in H; try easy. apply andb_true_iff in H as [H H']. apply N.eqb_eq in H as ->. f_equal. auto. Qed.
Lemma outs_short : forall l fs m, length (outs fs l m) <= length l.
Proof. induction l as [|w l IH]; intros [|e fs] m; cbn; try lia. specialize (IH fs (N.lor m (lzbit (N.lor (N.lor w m) e)))). lia. Qed.
Lemma looked_true A c e ws m look sn ws' mf : RepList A (N.to_nat c) ws -> ForbList r t K A (N.to_nat c) e ->
  MaskRep (N.to_nat c) A m -> col e ws m = Some (ws', mf) -> true_values sn -> true_values (snd (looked A e ws m c look sn)).
Proof.
  intros R F M C T. unfold looked. destruct look as [|l look]; auto. destruct (N.eqb l c); auto. cbn [snd].
  destruct (col_step r t K Hr Ht _ _ _ _ _ _ _ R F M C) as (_ & _ & _ & V). apply keep_all_true; [exact T|].
  intros i Hi. rewrite Nat2N.id. apply V. pose proof (outs_short ws e m). lia.
Qed.

Section Machine.
Variables (A n : nat) (m : N) (c : N) (ws0 : list N).
Hypothesis Reg : regular A n c = true.
Hypothesis Mask : forall b, N.to_nat c <= b -> MaskRep b A m.
Hypothesis Start : RepList A (N.to_nat c) ws0.
Hypothesis Len : length ws0 = n.
Notation st := (st r t K A n m (N.to_nat c) ws0).
Notation e := (forbidden A n c).
Lemma go_st full w0 : at_ w0 = c -> ws w0 = ws0 -> true_values (seen w0) -> forall j w, Nat.iter j (go A e m full) (Some w0) = Some w ->
  N.to_nat (at_ w) = N.to_nat c + j /\ st j = Some (ws w) /\ true_values (seen w) /\
  (forall cm, full = Some cm -> forall i, i < j -> exists x y, st i = Some x /\ col (es A n (N.to_nat c + i)) x m = Some (y, cm)).
Proof.
  intros At Ws Sn. induction j as [|j IH]; intros w H.
  - injection H as <-. rewrite At, Ws. repeat split; auto; lia.
  - change (Nat.iter (S j) (go A e m full) (Some w0)) with (go A e m full (Nat.iter j (go A e m full) (Some w0))) in H.
    destruct (Nat.iter j (go A e m full) (Some w0)) as [x|]; [|easy]. destruct (IH x eq_refl) as (Ax & Sx & Tx & Cx). clear IH. cbn [go] in H.
    assert (e = es A n (N.to_nat c + j)) as Ee.
    { rewrite (forbidden_from A n c (c + N.of_nat j)%N Reg) by lia. f_equal. lia. }
    destruct (col e (ws x) m) as [[y mf]|] eqn:Q; [|easy].
    destruct (match full with Some cm => N.eqb mf cm | None => true end) eqn:Fm; [|easy].
    destruct (st_rep r t K Hr Ht A n m (N.to_nat c) ws0 Mask Start Len j _ Sx) as [Rx Lx].
    assert (true_values (snd (looked A e (ws x) m (at_ x) (look x) (seen x)))) as Tl.
    { apply (looked_true A (at_ x) e (ws x) m (look x) (seen x) y mf); rewrite ?Ax; [exact Rx| |apply Mask; lia|exact Q|exact Tx].
      rewrite Ee. apply es_rep; auto. }
    destruct (looked A e (ws x) m (at_ x) (look x) (seen x)) as [look' seen']. injection H as <-. cbn [at_ ws seen snd] in *.
    split; [lia|]. split; [|split; auto].
    + cbn [Walk.st]. rewrite Sx. unfold stepc. rewrite <- Ee, Q. reflexivity.
    + intros cm -> i Hi. apply N.eqb_eq in Fm as ->. destruct (Nat.eq_dec i j) as [->|Ni]; [|apply (Cx cm eq_refl); lia].
      exists (ws x), y. split; auto. now rewrite <- Ee.
Qed.
End Machine.

(** ** The front: blocks of rows at one column, over a constant mask *)
Record block := { rows_ : list N; full : N; bare : N; proved : option N }.
Record front := { row : nat; mask : N; column : N; blocks : list block; kept : values }.

(** Which block ends with row [R - 1], and what is known of the mask behind it. *)
Definition block_good c R (b : block) :=
  (forall x, N.to_nat (bare b) <= x < N.to_nat c -> MaskRep x R (full b)) /\
  (bare b <= c)%N /\ (bare b = 0%N \/ ~ MaskRep (N.to_nat (N.pred (bare b))) R (full b)) /\
  (forall q, proved b = Some q -> forall x, N.to_nat q <= x -> MaskRep x R (full b)).
Fixpoint good_blocks A c (bs : list block) := match bs with
  | [] => True
  | b :: bs' => RepList A (N.to_nat c) (rows_ b) /\ block_good c (A + length (rows_ b)) b /\ good_blocks (A + length (rows_ b)) c bs'
  end.
Definition good (s : front) := good_blocks (row s) (column s) (blocks s) /\
  (forall b, N.to_nat (column s) <= b -> MaskRep b (row s) (mask s)) /\ true_values (kept s).

(** One column of all blocks. [es] are the merges, block by block. *)
Fixpoint step A (c : N) (fs : list (list N)) (bs : list block) (m : N) (wanted : bool) (vs : values) {struct bs} : option (list block * values) :=
  match bs, fs with
  | [], _ => Some ([], vs)
  | b :: bs', e :: fs' =>
    match col e (rows_ b) m with
    | None => None
    | Some (ws', mf) =>
      let vs' := if wanted then keep_all (N.of_nat A) c (outs e (rows_ b) m) vs else vs in
      match step (A + length (rows_ b)) c fs' bs' mf wanted vs' with
      | Some (l, vs'') =>
        Some ({| rows_ := ws'; full := full b; bare := if N.eqb mf (full b) then bare b else N.succ c; proved := proved b |} :: l, vs'')
      | None => None
      end
    end
  | _, _ => None
  end.
Fixpoint merges_at A (c : N) (bs : list block) := match bs with
  | [] => []
  | b :: bs' => forbidden A (length (rows_ b)) c :: merges_at (A + length (rows_ b)) c bs'
  end.
Fixpoint all_regular A (c : N) (bs : list block) := match bs with
  | [] => true
  | b :: bs' => regular A (length (rows_ b)) c && all_regular (A + length (rows_ b)) c bs'
  end.
Fixpoint ForbBlocks A b (fs : list (list N)) (bs : list block) := match bs, fs with
  | [], _ => True
  | x :: bs', e :: fs' => e = es A (length (rows_ x)) b /\ ForbBlocks (A + length (rows_ x)) b fs' bs'
  | _, _ => False
  end.
Lemma MaskRep_fun b R m m' : MaskRep b R m -> MaskRep b R m' -> m = m'.
Proof.
  intros H H'. apply N.bits_inj. intro i. rewrite <- !Ndigits.Nbit_Ntestbit.
  specialize (H (N.to_nat i)). specialize (H' (N.to_nat i)).
  destruct (tb m (N.to_nat i)), (tb m' (N.to_nat i)); auto; exfalso; intuition congruence.
Qed.

Lemma step_good c : forall bs fs A m wanted vs bs' vs', good_blocks A c bs -> ForbBlocks A (N.to_nat c) fs bs ->
  MaskRep (N.to_nat c) A m -> true_values vs -> step A c fs bs m wanted vs = Some (bs', vs') ->
  good_blocks A (N.succ c) bs' /\ true_values vs' /\ map (fun b => length (rows_ b)) bs' = map (fun b => length (rows_ b)) bs.
Proof.
  induction bs as [|b bs IH]; intros fs A m wanted vs bs' vs' G F M T E.
  - cbn in E. destruct fs; injection E as <- <-; repeat split; auto.
  - destruct fs as [|e fs]; [easy|]. cbn [step] in E. destruct G as (R & B & G), F as [-> F].
    destruct (col _ (rows_ b) m) as [[ws' mf]|] eqn:C; [|easy].
    destruct (col_step r t K Hr Ht _ _ _ _ _ _ _ R (es_rep r t K Hr Ht A (length (rows_ b)) (N.to_nat c)) M C) as (R' & M' & L & V).
    set (vs1 := if wanted then _ else vs) in E.
    assert (true_values vs1) as T1.
    { unfold vs1. destruct wanted; auto. apply keep_all_true; auto. intros i Hi. rewrite Nat2N.id. apply V.
      pose proof (outs_short (rows_ b) (es A (length (rows_ b)) (N.to_nat c)) m). lia. }
    destruct (step _ c fs bs mf wanted vs1) as [[l vs2]|] eqn:X; [|easy]. injection E as <- <-.
    destruct (IH _ _ _ _ _ _ _ G F M' T1 X) as (G' & T2 & Le). cbn [good_blocks rows_ map]. rewrite L.
    split; [|split; [auto|f_equal; auto]]. rewrite N2Nat.inj_succ. split; [auto|]. split; [|auto].
    destruct B as (B1 & B2 & B3 & B4). unfold block_good. cbn [full bare proved].
    destruct (N.eqb mf (full b)) eqn:Q.
    + apply N.eqb_eq in Q. rewrite Q in M'. split; [|split; [lia|split; auto]]. intros x Hx.
      destruct (Nat.eq_dec x (N.to_nat c)) as [->|Nx]; auto. apply B1. lia.
    + apply N.eqb_neq in Q. split; [intros; lia|]. split; [lia|]. split; auto. right. rewrite N.pred_succ. intro M2. apply Q.
      eapply MaskRep_fun; eauto.
Qed.
Lemma merges_at_spec c c' : forall bs A, all_regular A c bs = true \/ c = c' -> (c <= c')%N ->
  ForbBlocks A (N.to_nat c') (merges_at A c bs) bs.
Proof.
  induction bs as [|b bs IH]; intros A H L; cbn [merges_at ForbBlocks]; [exact I|]. split.
  - destruct H as [H| ->]; [|apply forbidden_at]. cbn in H. apply andb_true_iff in H as [H _]. now apply forbidden_from.
  - apply IH; auto. destruct H as [H|H]; auto. cbn in H. apply andb_true_iff in H as [_ H]. auto.
Qed.
Lemma ForbBlocks_ext b : forall bs bs' A fs, map (fun b => length (rows_ b)) bs' = map (fun b => length (rows_ b)) bs ->
  ForbBlocks A b fs bs -> ForbBlocks A b fs bs'.
Proof.
  induction bs as [|x bs IH]; intros [|y bs'] A [|e fs] E F; try easy. cbn in *. injection E as E1 E2. rewrite E1.
  destruct F as [-> F]. split; auto.
Qed.

(** Walks the front. Where merges are not yet regular they are computed at each column. *)
Definition walk1 (fixed : option (list (list N))) (s : option (front * list N)) := match s with
  | None => None
  | Some (s, look) =>
    let c := column s in
    let fs := match fixed with Some fs => fs | None => merges_at (row s) c (blocks s) end in
    let wanted := match look with l :: _ => N.eqb l c | [] => false end in
    match step (row s) c fs (blocks s) (mask s) wanted (kept s) with
    | Some (bs, vs) => Some ({| row := row s; mask := mask s; column := N.succ c; blocks := bs; kept := vs |},
                             if wanted then tl look else look)
    | None => None
    end
  end.
Definition walk (k : N) (look : list N) (s : front) :=
  let fixed := if all_regular (row s) (column s) (blocks s) then Some (merges_at (row s) (column s) (blocks s)) else None in
  match N.iter k (walk1 fixed) (Some (s, look)) with Some (s', _) => Some s' | None => None end.
Lemma walk_good k lk s s' : good s -> walk k lk s = Some s' -> good s'.
Proof.
  intros G. unfold walk. set (fixed := if all_regular _ _ _ then _ else _). rewrite N2Nat.inj_iter.
  assert (forall j x lk', Nat.iter j (walk1 fixed) (Some (s, lk)) = Some (x, lk') ->
    good x /\ row x = row s /\ mask x = mask s /\ (column s <= column x)%N /\
    map (fun b => length (rows_ b)) (blocks x) = map (fun b => length (rows_ b)) (blocks s)) as X.
  { induction j as [|j IH]; intros x lk' E; [injection E as <- <-; split; [exact G|]; repeat split; try reflexivity; lia|].
    change (Nat.iter (S j) (walk1 fixed) (Some (s, lk))) with (walk1 fixed (Nat.iter j (walk1 fixed) (Some (s, lk)))) in E.
    destruct (Nat.iter j (walk1 fixed) (Some (s, lk))) as [[y lk1]|]; [|easy]. destruct (IH y lk1 eq_refl) as ((Gb & Gm & Gv) & Er & Em & Ec & El).
    cbn [walk1] in E. set (fs := match fixed with Some fs => fs | None => _ end) in E.
    assert (ForbBlocks (row y) (N.to_nat (column y)) fs (blocks y)) as F.
    { unfold fs, fixed. destruct (all_regular (row s) (column s) (blocks s)) eqn:Q.
      - apply (ForbBlocks_ext _ (blocks s)); auto. rewrite Er. apply merges_at_spec; auto.
      - apply merges_at_spec; auto; lia. }
    destruct (step _ _ fs _ _ _ _) as [[bs vs]|] eqn:S'; [|easy]. injection E as <- <-.
    destruct (step_good _ _ _ _ _ _ _ _ _ Gb F (Gm _ (le_n _)) Gv S') as (G1 & G2 & G3).
    split; [split; [exact G1|split; [|exact G2]]|]; cbn [row mask column blocks].
    - intros b Hb. apply Gm. cbn in Hb. lia.
    - rewrite G3. repeat split; auto. lia. }
  intro E. destruct (Nat.iter _ _ _) as [[x lk']|] eqn:Q; [|easy]. injection E as <-. now apply (X _ _ _ Q).
Qed.

(** ** Masks of cover rows *)
Fixpoint ones n := match n with 0 => 0%N | S n' => N.succ_double (ones n') end.
Lemma tb_ones : forall n i, tb (ones n) i = (i <? n).
Proof.
  induction n as [|n IH]; intro i; [now destruct i|]. cbn [ones]. destruct i as [|i].
  - now destruct (ones n).
  - change (S i <? S n) with (i <? n). rewrite <- IH. now destruct (ones n).
Qed.
Definition fullmask k := Nat.iter (K - k) N.double (ones (2 * k + 1)).
Lemma tb_double m : forall n i, tb (Nat.iter n N.double m) i = (n <=? i) && tb m (i - n).
Proof.
  assert (forall m, tb (N.double m) 0 = false /\ forall i, tb (N.double m) (S i) = tb m i) as D by (intros [|p]; split; reflexivity).
  induction n as [|n IH]; intro i; [cbn; now rewrite Nat.sub_0_r|].
  change (Nat.iter (S n) N.double m) with (N.double (Nat.iter n N.double m)). destruct (D (Nat.iter n N.double m)) as [D0 DS].
  destruct i as [|i]; [exact D0|]. rewrite DS, IH. reflexivity.
Qed.
Lemma tb_full k i : k <= K -> tb (fullmask k) i = true <-> K <= i + k /\ i <= K + k.
Proof. intro H. unfold fullmask. rewrite tb_double, tb_ones, andb_true_iff, Nat.leb_le, Nat.ltb_lt. lia. Qed.
Lemma f_low a b : b <= f a b + a + 1.
Proof. pose proof (f_inv r t Hr Ht a b _ eq_refl) as E. pose proof (f_le r t Hr Ht a (f a b)). lia. Qed.
Lemma mask_covers k b : 2 * k + 1 <= K -> MaskRep b (2 * k + 1) (fullmask k) -> covers r t b k.
Proof.
  intros HK M v. split.
  - intros (a & La & E). pose proof (f_low a b). assert (tb (fullmask k) (v + K - b) = true) as X.
    { apply M. split; [lia|]. exists a. split; [lia|]. lia. } apply tb_full in X; lia.
  - intros [V1 V2]. assert (tb (fullmask k) (v + K - b) = true) as X by (apply tb_full; lia).
    apply M in X as (_ & a & La & E). exists a. split; lia.
Qed.
Lemma covers_mask k b : 2 * k + 1 <= K -> k <= b -> covers r t b k -> MaskRep b (2 * k + 1) (fullmask k).
Proof.
  intros HK HB C i. rewrite tb_full by lia. split.
  - intros [I1 I2]. split; [lia|]. destruct (proj2 (C (b + i - K))) as (a & La & E); [lia|]. exists a. split; lia.
  - intros [I1 (a & La & E)]. destruct (proj1 (C (b + i - K))) as [V1 V2]; [exists a; split; lia|]. lia.
Qed.

(** ** A balanced column, seen in the windows *)
Definition count (l : list N) x := length (filter (fun w => tb w (K + x)) l).
Lemma count_tau b x : forall l A, RepList A b l -> length (filter (fun a => tk r t a b (b + x)) (seq A (length l))) = count l x.
Proof.
  unfold count. induction l as [|w l IH]; intros A R; [reflexivity|]. destruct R as [[_ W] R]. cbn [length seq filter].
  replace (tk r t A b (b + x)) with (tb w (K + x)); [destruct (tb w (K + x)); cbn [length]; now rewrite (IH (S A) R)|].
  apply eq_true_iff_eq. rewrite (W (K + x)), (tk_spec r t Hr Ht). unfold taken. replace (b + (K + x) - K) with (b + x) by lia.
  split; [intros [H|[_ H]]; [lia|exact H]|]. intro H. right. split; [lia|exact H].
Qed.
Definition nothing_beyond n (w : N) := N.eqb (Nat.iter n N.div2 w) 0.
Lemma nothing_spec : forall n w i, nothing_beyond n w = true -> n <= i -> tb w i = false.
Proof.
  intros n w i H L. apply N.eqb_eq in H. assert (forall n w i, tb (Nat.iter n N.div2 w) i = tb w (n + i)) as X.
  { induction n0 as [|m IH]; intros u j; auto. change (Nat.iter (S m) N.div2 u) with (N.div2 (Nat.iter m N.div2 u)).
    rewrite tb_div2, IH. f_equal. lia. }
  specialize (X n w (i - n)). rewrite H in X. replace (n + (i - n)) with i in X by lia. now rewrite <- X.
Qed.
Definition is_balanced k n (l : list N) :=
  forallb (fun x => Nat.eqb (count l x) (ideal k n x)) (seq 0 (k + n + 1)) && forallb (nothing_beyond (K + k + n + 1)) l.
Lemma balanced_spec b k n l : RepList (2 * k + 1) b l -> length l = 2 * n -> is_balanced k n l = true -> balanced r t k n b.
Proof.
  intros R L H x. apply andb_true_iff in H as [H1 H2]. rewrite forallb_forall in H1, H2.
  unfold tau, rows. rewrite <- L, count_tau by auto. destruct (le_lt_dec x (k + n)) as [Hx|Hx].
  - apply Nat.eqb_eq, H1, in_seq. lia.
  - unfold count, ideal. replace (x <=? k) with false by (symmetry; apply Nat.leb_gt; lia).
    replace (n + k - x) with 0 by lia. apply length_zero_iff_nil. destruct (filter _ l) as [|w l'] eqn:Q; auto.
    assert (In w (w :: l')) as I by now left. rewrite <- Q in I. apply filter_In in I as [I T].
    rewrite (nothing_spec _ _ _ (H2 w I)) in T; [discriminate|lia].
Qed.

(** ** Commands *)
Record known := { periods : list (N * (N * N)); covered : list (N * N) }.
Definition true_known (x : known) :=
  (forall a T L, In (a, (T, L)) (periods x) -> (1 <= L)%N /\ repeats (f (N.to_nat a)) (N.to_nat T) (N.to_nat L)) /\
  (forall k F, In (k, F) (covered x) -> cover_from r t (N.to_nat k) (N.to_nat F)).
Definition exec (s : front) (x : known) (c : command) : option (front * known) :=
  let A := row s in
  match c, blocks s with
  | Walk k look, _ => match walk k look s with Some s' => Some (s', x) | None => None end
  | Joint n T L look, b :: _ =>
    let l := firstn n (rows_ b) in
    let e := forbidden A n (column s) in
    if regular A n (column s) && (n <=? length (rows_ b)) && (1 <=? L)%N then
      match N.iter T (go A e (mask s) None) (Some {| at_ := column s; ws := l; look := look; seen := kept s |}) with
      | None => None
      | Some y => match N.iter L (go A e (mask s) None) (Some y) with
        | None => None
        | Some z => if eqws (ws y) (ws z) then
            Some ({| row := A; mask := mask s; column := column s; blocks := blocks s; kept := seen z |},
                  {| periods := map (fun a => (N.of_nat a, (column s + T, L)%N)) (seq A n) ++ periods x; covered := covered x |})
          else None
        end
      end
    else None
  | Recurs T L, b :: bs =>
    let n := length (rows_ b) in
    let e := forbidden A n (column s) in
    if regular A n (column s) && (1 <=? L)%N then
      match N.iter T (go A e (mask s) (Some (full b))) (Some {| at_ := column s; ws := rows_ b; look := []; seen := kept s |}) with
      | None => None
      | Some y => match N.iter L (go A e (mask s) (Some (full b))) (Some y) with
        | None => None
        | Some z => if eqws (ws y) (ws z) then
            Some ({| row := A; mask := mask s; column := column s; kept := kept s;
                     blocks := {| rows_ := rows_ b; full := full b; bare := bare b; proved := Some (column s) |} :: bs |}, x)
          else None
        end
      end
    else None
  | Balance, b :: bs =>
    let k := Nat.div2 A in
    let n := Nat.div2 (length (rows_ b)) in
    if (A =? 2 * k + 1) && (length (rows_ b) =? 2 * n) && (1 <=? n) && (n + t <=? k) && (2 * (k + n) + 1 <=? K) &&
       (N.of_nat (2 * k + 2 * n) <? column s)%N && N.eqb (mask s) (fullmask k) && N.eqb (full b) (fullmask (k + n)) &&
       is_balanced k n (rows_ b) then
      Some ({| row := A; mask := mask s; column := column s; kept := kept s;
               blocks := {| rows_ := rows_ b; full := full b; bare := bare b; proved := Some (column s + N.of_nat (k + n + 1))%N |} :: bs |}, x)
    else None
  | Drop, b :: bs =>
    let R := A + length (rows_ b) in
    let k := Nat.div2 R in
    match proved b with
    | None => None
    | Some q =>
      if (q <=? column s)%N && (R =? 2 * k + 1) && (2 * k + 1 <=? K) && N.eqb (full b) (fullmask k) &&
         (N.eqb (bare b) 0 || (N.of_nat k <? bare b)%N) then
        Some ({| row := R; mask := full b; column := column s; blocks := bs; kept := kept s |},
              {| periods := periods x; covered := (N.of_nat k, bare b) :: covered x |})
      else None
    end
  | _, [] => None
  end.

Lemma iter_plus {X} (g : X -> X) : forall a b x, Nat.iter (a + b) g x = Nat.iter a g (Nat.iter b g x).
Proof.
  induction a as [|a IH]; intros; [reflexivity|].
  change (Nat.iter (S a + b) g x) with (g (Nat.iter (a + b) g x)). now rewrite IH.
Qed.
Lemma RepList_firstn b : forall n A l, RepList A b l -> RepList A b (firstn n l).
Proof. induction n as [|n IH]; intros A [|w l] H; cbn; auto. destruct H. split; auto. Qed.

Theorem exec_sound s x c s' x' : good s -> true_known x -> exec s x c = Some (s', x') -> good s' /\ true_known x'.
Proof.
  intros G X E. destruct s as [A m col0 bs vs]. unfold exec in E. cbn [row mask column blocks kept] in E.
  destruct c as [k lk|n T L lk|T L| |].
  - (* Walk *)
    assert (match walk k lk {| row := A; mask := m; column := col0; blocks := bs; kept := vs |} with Some s' => Some (s', x) | None => None end = Some (s', x')) as E' by (destruct bs; exact E).
    destruct (walk _ _ _) as [s1|] eqn:W; [|easy]. injection E' as <- <-. split; auto. eapply walk_good; eauto.
  - (* Joint *)
    destruct bs as [|b bs]; [easy|]. destruct G as ((R & B & Gb) & M & V). cbn [row mask column blocks kept] in *.
    destruct (regular A n col0 && (n <=? length (rows_ b)) && (1 <=? L)%N) eqn:Q; [|easy].
    rewrite !andb_true_iff, Nat.leb_le, N.leb_le in Q. destruct Q as [[Reg Ln] HL].
    destruct (N.iter T _ _) as [y|] eqn:Y; [|easy]. destruct (N.iter L _ _) as [z|] eqn:Z; [|easy].
    destruct (eqws (ws y) (ws z)) eqn:Eq; [|easy]. apply eqws_eq in Eq. injection E as <- <-. rewrite N2Nat.inj_iter in Y, Z.
    pose proof (RepList_firstn (N.to_nat col0) n A _ R) as R'. assert (length (firstn n (rows_ b)) = n) as Len by now apply firstn_length_le.
    assert (Nat.iter (N.to_nat L + N.to_nat T) (go A (forbidden A n col0) m None) (Some {| at_ := col0; ws := firstn n (rows_ b); look := lk; seen := vs |}) = Some z) as YZ
      by (rewrite iter_plus, Y; exact Z).
    destruct (go_st A n m col0 _ Reg M R' Len None {| at_ := col0; ws := firstn n (rows_ b); look := lk; seen := vs |} eq_refl eq_refl V _ _ Y) as (_ & SY & _ & _).
    destruct (go_st A n m col0 _ Reg M R' Len None {| at_ := col0; ws := firstn n (rows_ b); look := lk; seen := vs |} eq_refl eq_refl V _ _ YZ) as (_ & SZ & VZ & _).
    split; [split; [exact (conj R (conj B Gb))|split; [exact M|exact VZ]]|].
    destruct X as [X1 X2]. split; [|exact X2]. cbn [periods].
    intros a T' L' I. apply in_app_iff in I as [I|I]; auto. apply in_map_iff in I as (a' & Ea & Ha). injection Ea as <- <- <-. apply in_seq in Ha.
    split; auto. intros c Hc. rewrite Nat2N.id. replace a' with (A + (a' - A)) by lia. apply regular_spec in Reg.
    apply (rows_repeat r t K Hr Ht A n m (N.to_nat col0) (firstn n (rows_ b)) M R' Len (N.to_nat T) (N.to_nat L) (ws y)); auto; try lia.
    rewrite Nat.add_comm, SZ. now rewrite Eq.
  - (* Recurs *)
    destruct bs as [|b bs]; [easy|]. destruct G as ((R & B & Gb) & M & V). cbn [row mask column blocks kept] in *.
    destruct (regular A (length (rows_ b)) col0 && (1 <=? L)%N) eqn:Q; [|easy].
    rewrite !andb_true_iff, N.leb_le in Q. destruct Q as [Reg HL].
    destruct (N.iter T _ _) as [y|] eqn:Y; [|easy]. destruct (N.iter L _ _) as [z|] eqn:Z; [|easy].
    destruct (eqws (ws y) (ws z)) eqn:Eq; [|easy]. apply eqws_eq in Eq. injection E as <- <-. rewrite N2Nat.inj_iter in Y, Z.
    set (n := length (rows_ b)) in *.
    assert (Nat.iter (N.to_nat L + N.to_nat T) (go A (forbidden A n col0) m (Some (full b))) (Some {| at_ := col0; ws := rows_ b; look := []; seen := vs |}) = Some z) as YZ
      by (rewrite iter_plus, Y; exact Z).
    destruct (go_st A n m col0 _ Reg M R eq_refl (Some (full b)) {| at_ := col0; ws := rows_ b; look := []; seen := vs |} eq_refl eq_refl V _ _ Y) as (_ & SY & _ & _).
    destruct (go_st A n m col0 _ Reg M R eq_refl (Some (full b)) {| at_ := col0; ws := rows_ b; look := []; seen := vs |} eq_refl eq_refl V _ _ YZ) as (_ & SZ & _ & Cov).
    split; auto. split; [|split; auto]. cbn [good_blocks row column blocks rows_]. split; [auto|]. split; [|auto].
    destruct B as (B1 & B2 & B3 & _).
    split; [exact B1|split; [exact B2|split; [exact B3|]]]. cbn [proved full]. intros q Hq c Hc. injection Hq as <-. apply regular_spec in Reg.
    apply (mask_constant r t K Hr Ht A n m (N.to_nat col0) (rows_ b) M R eq_refl (N.to_nat T) (N.to_nat L) (ws y)) with (F := 0); auto; try lia.
    + rewrite Nat.add_comm, SZ. now rewrite Eq.
    + intros j Hj. apply (Cov _ eq_refl). lia.
  - (* Balance *)
    destruct bs as [|b bs]; [easy|]. destruct G as ((R & B & Gb) & M & V). cbn [row mask column blocks kept] in *.
    set (k := Nat.div2 A) in *. set (n := Nat.div2 (length (rows_ b))) in *.
    match type of E with (if ?c then _ else _) = _ => destruct c eqn:Q; [|easy] end.
    rewrite !andb_true_iff, !Nat.eqb_eq, !Nat.leb_le, N.ltb_lt, !N.eqb_eq in Q.
    destruct Q as [[[[[[[[QA QL] Q1] Qn] QK] Qc] Qm] Qf] Qb]. injection E as <- <-. split; auto. split; [|split; auto].
    cbn [good_blocks row column blocks rows_]. split; [auto|]. split; [|auto]. destruct B as (B1 & B2 & B3 & _).
    split; [exact B1|split; [exact B2|split; [exact B3|]]]. cbn [proved full]. intros q Hq c Hc. injection Hq as <-. rewrite QA in R, M. rewrite Qm in M. rewrite QA, QL, Qf.
    replace (2 * k + 1 + 2 * n) with (2 * (k + n) + 1) by lia. apply covers_mask; [lia|lia|].
    intro v. apply (balanced_lemma r t Hr Ht k n (N.to_nat col0)) with (B := N.to_nat col0); auto; try lia.
    + intros c' Hc'. apply mask_covers; [lia|]. now apply M.
    + now apply (balanced_spec _ _ _ (rows_ b)).
  - (* Drop *)
    destruct bs as [|b bs]; [easy|]. destruct G as ((R & B & Gb) & M & V). cbn [row mask column blocks kept] in *.
    destruct (proved b) as [q|] eqn:Pq; [|easy]. set (E' := A + length (rows_ b)) in *. set (k := Nat.div2 E') in *.
    match type of E with (if ?c then _ else _) = _ => destruct c eqn:Q; [|easy] end.
    rewrite !andb_true_iff, orb_true_iff, !N.eqb_eq, N.leb_le, !Nat.eqb_eq, Nat.leb_le, N.ltb_lt in Q.
    destruct Q as [[[[Qq QE] QK] Qf] Qb]. injection E as <- <-. destruct B as (B1 & B2 & B3 & B4).
    split; [split; [exact Gb|split; [|exact V]]; cbn; intros; apply (B4 q); auto; lia|].
    destruct X as [X1 X2]. split; [exact X1|]. cbn [covered].
    intros k' F [I|I]; auto. injection I as <- <-. rewrite Nat2N.id. rewrite QE, Qf in *. split.
    + intros c Hc. apply mask_covers; auto. destruct (le_lt_dec (N.to_nat col0) c) as [H|H]; [apply (B4 q); auto; lia|apply B1; lia].
    + intros F' H. destruct B3 as [B3|B3]; [lia|]. destruct (le_lt_dec (N.to_nat (bare b)) F') as [?|H']; auto. exfalso.
      apply B3. apply covers_mask; [lia|lia|]. apply H. lia.
Qed.

Fixpoint run s x cs := match cs with
  | [] => Some (s, x)
  | c :: cs' => match exec s x c with Some (s', x') => run s' x' cs' | None => None end
  end.
Lemma run_sound : forall cs s x s' x', good s -> true_known x -> run s x cs = Some (s', x') -> good s' /\ true_known x'.
Proof.
  induction cs as [|c cs IH]; intros s x s' x' G X E; cbn [run] in E; [injection E as <- <-; auto|].
  destruct (exec s x c) as [[s1 x1]|] eqn:Q; [|easy]. destruct (exec_sound _ _ _ _ _ G X Q). eauto.
Qed.

(** Column 0: nothing is taken but negative values. [ends]: the last rows of the blocks. *)
Fixpoint start_blocks A (ends : list nat) := match ends with
  | [] => []
  | e :: l => {| rows_ := repeat (ones K) (e + 1 - A); full := fullmask (Nat.div2 e); bare := 0; proved := None |} :: start_blocks (A + (e + 1 - A)) l
  end.
Definition start ends := {| row := 1; mask := bit K; column := 0; blocks := start_blocks 1 ends; kept := PM.empty _ |}.
Lemma start_good ends : good (start ends).
Proof.
  split; [|split]; cbn [start row mask column blocks kept].
  - assert (forall n A, RepList A 0 (repeat (ones K) n)) as X.
    { induction n as [|n IH]; intro A; [exact I|]. split; [|apply IH]. split; [intros; lia|].
      intro i. rewrite tb_ones, Nat.ltb_lt. split; [lia|]. intros [H|[_ (b' & H & _)]]; lia. }
    generalize 1. induction ends as [|e l IH]; intro A; [exact I|]. cbn [start_blocks good_blocks rows_]. split; [apply X|].
    rewrite repeat_length. split; [|apply IH].
    split; [cbn; intros; lia|split; [cbn; lia|split; [now left|easy]]].
  - intros b _ i. rewrite tb_bit, Nat.eqb_eq. split.
    + intros ->. split; [lia|]. exists 0. rewrite (f0 r t Hr Ht). lia.
    + intros [H (a' & Ha & Ea)]. assert (a' = 0) as -> by lia. rewrite (f0 r t Hr Ht) in Ea. lia.
  - intros a c v. unfold value. rewrite PM.gempty. easy.
Qed.

(** ** Claims *)
Section Claims.
Variables (vs : values) (x : known).
Hypothesis V : true_values vs.
Hypothesis X : true_known x.
Definition all_from (b n : N) (p : N -> bool) := snd (N.iter n (fun '(b, ok) => (N.succ b, ok && p b)) (b, true)).
Lemma all_from_spec p : forall b n, all_from b n p = true -> forall c, (b <= c < b + n)%N -> p c = true.
Proof.
  intros b n. unfold all_from. rewrite N2Nat.inj_iter.
  assert (forall j, fst (Nat.iter j (fun '(b, ok) => (N.succ b, ok && p b)) (b, true)) = (b + N.of_nat j)%N /\
    (snd (Nat.iter j (fun '(b, ok) => (N.succ b, ok && p b)) (b, true)) = true -> forall c, (b <= c < b + N.of_nat j)%N -> p c = true)) as Y.
  { induction j as [|j [I1 I2]]; [cbn; split; [lia|intros; lia]|].
    set (g := fun '(b, ok) => _) in *. change (Nat.iter (S j) g (b, true)) with (g (Nat.iter j g (b, true))).
    destruct (Nat.iter j g (b, true)) as [b' ok]. unfold g. cbn [fst snd] in *. subst b'. split; [lia|]. intros H c Hc. apply andb_true_iff in H as [H1 H2].
    destruct (N.eq_dec c (b + N.of_nat j)) as [->|N]; auto. apply I2; auto. lia. }
  intros H c Hc. apply (proj2 (Y (N.to_nat n)) H). lia.
Qed.
Definition agree a p b := match value a b vs, value a (b + p)%N vs with Some v, Some v' => N.eqb v' (v + p) | _, _ => false end.
Definition differ a p b := match value a b vs, value a (b + p)%N vs with Some v, Some v' => negb (N.eqb v' (v + p)) | _, _ => false end.
Lemma agree_spec a p b : agree a p b = true -> f (N.to_nat a) (N.to_nat b + N.to_nat p) = f (N.to_nat a) (N.to_nat b) + N.to_nat p.
Proof.
  unfold agree. destruct (value a b vs) as [v|] eqn:E, (value a (b + p)%N vs) as [v'|] eqn:E'; try easy. intro H. apply N.eqb_eq in H.
  apply V in E, E'. rewrite N2Nat.inj_add in E'. rewrite E, E'. lia.
Qed.
Lemma differ_spec a p b : differ a p b = true -> f (N.to_nat a) (N.to_nat b + N.to_nat p) <> f (N.to_nat a) (N.to_nat b) + N.to_nat p.
Proof.
  unfold differ. destruct (value a b vs) as [v|] eqn:E, (value a (b + p)%N vs) as [v'|] eqn:E'; try easy. intro H. apply negb_true_iff, N.eqb_neq in H.
  apply V in E, E'. rewrite N2Nat.inj_add in E'. rewrite E, E'. lia.
Qed.
Definition row_repeats (a s p T L : N) :=
  let T := N.max s T in
  (1 <=? p)%N && N.eqb (L mod p) 0 && all_from s (T - s) (agree a p) && all_from T (L - p) (agree a p).
Lemma row_repeats_spec a s p T L : In (a, (T, L)) (periods x) -> row_repeats a s p T L = true ->
  (1 <= p)%N /\ repeats (f (N.to_nat a)) (N.to_nat s) (N.to_nat p).
Proof.
  intros I H. destruct (proj1 X _ _ _ I) as [HL Rep]. unfold row_repeats in H. cbv zeta in H. rewrite !andb_true_iff, !N.eqb_eq, N.leb_le in H.
  destruct H as [[[P1 D] A1] A2]. split; auto. assert (p <> 0)%N as P0 by lia. apply N.mod_divide in D as [u D]; auto.
  apply (theorem_5 _ (N.to_nat s) (N.to_nat (N.max s T)) (N.to_nat p) (N.to_nat L)); try lia.
  - exists (N.to_nat u). lia.
  - apply (repeats_later _ (N.to_nat T)); auto. lia.
  - intros b Hb. pose proof (all_from_spec _ _ _ A1 (N.of_nat b) ltac:(lia)) as Y. apply agree_spec in Y. now rewrite Nat2N.id in Y.
  - intros b Hb. pose proof (all_from_spec _ _ _ A2 (N.of_nat b) ltac:(lia)) as Y. apply agree_spec in Y. now rewrite Nat2N.id in Y.
Qed.
Definition row_least (a s p : N) (witnesses : list (N * N)) :=
  (N.eqb s 0 || differ a p (s - 1)) &&
  forallb is_prime (map fst witnesses) && N.eqb (stripped p (map fst witnesses)) 1 &&
  forallb (fun '(q, w) => N.eqb (p mod q) 0 && (s <=? w)%N && differ a (p / q) w) witnesses.

(** Lists of pairs. *)
Definition is_value a b c := match value a b vs with Some v => N.eqb v c | None => false end.
Definition is_no_value a b c := match value a b vs with Some v => negb (N.eqb v c) | None => false end.
Definition listed (l : list (N * N)) (b c : N) := existsb (fun '(b', c') => N.eqb b b' && N.eqb c c') l.
Definition moved (p : N) (l : list (N * N)) (b c : N) :=
  existsb (fun '(b', c') => (b' <=? b)%N && N.eqb ((b - b') mod p) 0 && N.eqb (c + b') (c' + b)) l.
Definition turns s p b := ((s - b + p - 1) / p)%N.  (* so many periods after b the row repeats *)
Definition pairs_claim (a s p : N) (once repeating : list (N * N)) :=
  (1 <=? s)%N &&
  all_from 1 (s + p - 1) (fun b => match value a b vs with
    | Some c => (c <? b)%N || (if (b <? s)%N then listed once b c || moved p repeating b c else moved p repeating b c)
    | None => false end) &&
  forallb (fun '(b, c) => is_value a b c && existsb (fun k => is_no_value a (b + N.of_nat k * p) (c + N.of_nat k * p)) (seq 1 (N.to_nat (turns s p b)))) once &&
  forallb (fun '(b, c) => all_from 0 (turns s p b + 1) (fun k => is_value a (b + k * p) (c + k * p)) &&
                          ((b <=? p)%N || is_no_value a (b - p) (c - p) && (p <=? c)%N)) repeating.
Lemma is_value_spec a b c : is_value a b c = true -> f (N.to_nat a) (N.to_nat b) = N.to_nat c.
Proof. unfold is_value. destruct (value a b vs) as [v|] eqn:E; [|easy]. intro H. apply N.eqb_eq in H as ->. now apply V. Qed.
Lemma is_no_value_spec a b c : is_no_value a b c = true -> f (N.to_nat a) (N.to_nat b) <> N.to_nat c.
Proof. unfold is_no_value. destruct (value a b vs) as [v|] eqn:E; [|easy]. intro H. apply negb_true_iff, N.eqb_neq in H. apply V in E. lia. Qed.
Lemma in_nats l b c : In (b, c) (nats l) <-> In (N.of_nat b, N.of_nat c) l.
Proof.
  unfold nats. rewrite in_map_iff. split.
  - intros ([b' c'] & E & I). injection E as <- <-. now rewrite !N2Nat.id.
  - intro I. exists (N.of_nat b, N.of_nat c). now rewrite !Nat2N.id.
Qed.
Lemma listed_spec l b c : listed l (N.of_nat b) (N.of_nat c) = true -> In (b, c) (nats l).
Proof.
  intro H. apply existsb_exists in H as ([b' c'] & I & H). apply andb_true_iff in H as [H H']. apply N.eqb_eq in H, H'. subst. now apply in_nats.
Qed.
Lemma moved_spec p l b c : (1 <= p)%N -> moved p l (N.of_nat b) (N.of_nat c) = true -> shifted (N.to_nat p) (nats l) b c.
Proof.
  intros P1 H. apply existsb_exists in H as ([b' c'] & I & H). rewrite !andb_true_iff, N.leb_le, !N.eqb_eq in H. destruct H as [[H1 H2] H3].
  apply N.mod_divide in H2 as [k E]; [|lia]. exists (N.to_nat k), (N.to_nat b'), (N.to_nat c'). split; [apply in_nats; now rewrite !N2Nat.id|]. split; lia.
Qed.
Theorem pairs_sound a s p once repeating : (1 <= p)%N -> repeats (f (N.to_nat a)) (N.to_nat s) (N.to_nat p) ->
  pairs_claim a s p once repeating = true -> pairs (f (N.to_nat a)) (N.to_nat p) (nats once) (nats repeating).
Proof.
  intros P1 Rep H. unfold pairs_claim in H. rewrite !andb_true_iff, N.leb_le, !forallb_forall in H. destruct H as [[[S1 A] B] C].
  assert (forall b c, In (b, c) repeating -> forall k, f (N.to_nat a) (N.to_nat b + k * N.to_nat p) = N.to_nat c + k * N.to_nat p) as R.
  { intros b c I. specialize (C _ I). cbn in C. apply andb_true_iff in C as [C _].
    assert (forall k, (N.of_nat k <= turns s p b)%N -> f (N.to_nat a) (N.to_nat b + k * N.to_nat p) = N.to_nat c + k * N.to_nat p) as R0.
    { intros k Hk. pose proof (all_from_spec _ _ _ C (N.of_nat k) ltac:(lia)) as Y. apply is_value_spec in Y.
      rewrite !N2Nat.inj_add, !N2Nat.inj_mul, Nat2N.id in Y. exact Y. }
    intro k. induction k as [|k IH]; [apply (R0 0); lia|].
    destruct (le_lt_dec (S k) (N.to_nat (turns s p b))) as [L|L]; [apply R0; lia|].
    replace (N.to_nat b + S k * N.to_nat p) with (N.to_nat b + k * N.to_nat p + N.to_nat p) by lia. rewrite Rep; [rewrite IH; lia|].
    unfold turns in L. assert (s - b <= p * ((s - b + p - 1) / p))%N as D.
    { pose proof (N.div_mod (s - b + p - 1) p ltac:(lia)). pose proof (N.mod_upper_bound (s - b + p - 1) p ltac:(lia)). lia. }
    nia. }
  split; [|split].
  - intros b c [B1 BC]. split.
    + intro E. assert (forall b, 1 <= b < N.to_nat (s + p) -> exists v, value a (N.of_nat b) vs = Some v /\ f (N.to_nat a) b = N.to_nat v) as Val.
      { intros u Hu. pose proof (all_from_spec _ _ _ A (N.of_nat u) ltac:(lia)) as Y. cbn beta in Y. destruct (value a (N.of_nat u) vs) as [v|] eqn:Q; [|discriminate].
        exists v. split; auto. apply V in Q. now rewrite Nat2N.id in Q. }
      destruct (le_lt_dec (N.to_nat (s + p)) b) as [L|L].
      * (* far out: move it back *)
        set (m := (b - N.to_nat s) / N.to_nat p). pose proof (Nat.div_mod (b - N.to_nat s) (N.to_nat p) ltac:(lia)) as D. fold m in D.
        pose proof (Nat.mod_upper_bound (b - N.to_nat s) (N.to_nat p) ltac:(lia)) as D'. set (u := N.to_nat s + (b - N.to_nat s) mod N.to_nat p) in *.
        assert (b = u + m * N.to_nat p) as Eb by (unfold u; lia).
        pose proof (repeats_mul _ _ _ Rep m u ltac:(lia)) as Y. rewrite <- Eb in Y.
        destruct (Val u ltac:(lia)) as (v & Q & Fv). pose proof (all_from_spec _ _ _ A (N.of_nat u) ltac:(lia)) as Z. cbn beta in Z. rewrite Q in Z.
        apply orb_true_iff in Z as [Z|Z]; [apply N.ltb_lt in Z; exfalso; lia|].
        destruct (N.of_nat u <? s)%N eqn:Us; [apply N.ltb_lt in Us; lia|]. rewrite <- (N2Nat.id v) in Z. apply moved_spec in Z as (k & b0 & c0 & I & E1 & E2); auto.
        right. exists (k + m), b0, c0. split; auto. split; lia.
      * destruct (Val b ltac:(lia)) as (v & Q & Fv). pose proof (all_from_spec _ _ _ A (N.of_nat b) ltac:(lia)) as Z. cbn beta in Z. rewrite Q in Z.
        assert (v = N.of_nat c) as -> by lia. apply orb_true_iff in Z as [Z|Z]; [apply N.ltb_lt in Z; exfalso; lia|].
        destruct (N.of_nat b <? s)%N; [apply orb_true_iff in Z as [Z|Z]; [left; now apply listed_spec|]|]; right; now apply moved_spec.
    + intros [I|(k & b0 & c0 & I & -> & ->)].
      * apply in_nats in I. specialize (B _ I). cbn in B. apply andb_true_iff in B as [B _]. apply is_value_spec in B. now rewrite !Nat2N.id in B.
      * apply in_nats in I. specialize (R _ _ I k). now rewrite !Nat2N.id in R.
  - intros b c I. apply in_nats in I. specialize (B _ I). cbn in B. apply andb_true_iff in B as [_ B]. apply existsb_exists in B as (k & _ & Y).
    exists k. apply is_no_value_spec in Y. rewrite !N2Nat.inj_add, !N2Nat.inj_mul, !Nat2N.id in Y. exact Y.
  - intros b c I L E. apply in_nats in I. specialize (C _ I). cbn in C. apply andb_true_iff in C as [_ C]. apply orb_true_iff in C as [C|C]; [apply N.leb_le in C; lia|].
    apply andb_true_iff in C as [C C']. apply N.leb_le in C'. apply is_no_value_spec in C. rewrite !N2Nat.inj_sub, !Nat2N.id in C. apply C. lia.
Qed.

Definition decide c := match c with
  | CoverRow k F => existsb (fun '(k', F') => N.eqb k k' && N.eqb F F') (covered x)
  | Row a s p qs => existsb (fun '(a', (T, L)) => N.eqb a a' && row_repeats a s p T L) (periods x) && row_least a s p qs
  | Pairs a s p l1 l2 => existsb (fun '(a', (T, L)) => N.eqb a a' && row_repeats a s p T L) (periods x) && pairs_claim a s p l1 l2
  end.
Lemma decide_repeats a s p : existsb (fun '(a', (T, L)) => N.eqb a a' && row_repeats a s p T L) (periods x) = true ->
  (1 <= p)%N /\ repeats (f (N.to_nat a)) (N.to_nat s) (N.to_nat p).
Proof.
  intro H. apply existsb_exists in H as ([a' [T L]] & I & H). apply andb_true_iff in H as [Ha H]. apply N.eqb_eq in Ha. subst a'. eapply row_repeats_spec; eauto.
Qed.
Theorem decide_sound c : decide c = true -> holds r t c.
Proof.
  destruct c as [k F|a s p qs|a s p l1 l2]; cbn [decide holds]; intro H.
  - apply existsb_exists in H as ([k' F'] & I & H). apply andb_true_iff in H as [H H']. apply N.eqb_eq in H, H'. subst. apply X, I.
  - apply andb_true_iff in H as [H W]. destruct (decide_repeats _ _ _ H) as [P1 RS]. unfold row_least in W.
    rewrite !andb_true_iff, orb_true_iff, !N.eqb_eq in W. destruct W as [[[S1 Q1] Q2] Q3].
    apply (theorem_6 _ _ _ (map N.to_nat (map fst qs))); auto; try lia.
    + now apply stripped_complete.
    + intros q Iq. apply in_map_iff in Iq as (q' & <- & Iq). apply in_map_iff in Iq as ([q w] & <- & Iq). cbn [fst].
      rewrite forallb_forall in Q1, Q3. pose proof (Q3 _ Iq) as W. cbn in W. rewrite !andb_true_iff, N.eqb_eq, N.leb_le in W. destruct W as [[W1 W2] W3].
      assert (is_prime q = true) as Pq by (apply Q1, in_map_iff; exists (q, w); auto). apply is_prime_spec in Pq as [Pq _].
      assert (q <> 0)%N as Q0 by lia. split; [lia|]. split.
      * apply N.mod_divide in W1 as [v W1]; auto. exists (N.to_nat v). lia.
      * exists (N.to_nat w). split; [lia|]. apply differ_spec in W3. now rewrite N2Nat.inj_div in W3.
    + destruct S1 as [S1|S1]; [left; lia|right]. apply differ_spec in S1. now replace (N.to_nat (s - 1)) with (N.to_nat s - 1) in S1 by lia.
  - apply andb_true_iff in H as [H W]. destruct (decide_repeats _ _ _ H) as [P1 RS]. now apply (pairs_sound a s p).
Qed.
End Claims.

(** ** The checker *)
Definition check ends commands claims := match run (start ends) {| periods := []; covered := [] |} commands with
  | Some (s, x) => forallb (decide (kept s) x) claims
  | None => false
  end.
Theorem check_sound ends commands claims : check ends commands claims = true -> Forall (holds r t) claims.
Proof.
  unfold check. destruct (run _ _ _) as [[s x]|] eqn:E; [|easy]. rewrite forallb_forall, Forall_forall. intros H c I.
  assert (true_known {| periods := []; covered := [] |}) as O by (split; intros; contradiction).
  destruct (run_sound _ _ _ _ _ (start_good ends) O E) as ((_ & _ & V) & X).
  exact (decide_sound _ _ V X c (H c I)).
Qed.
End Check.
