(* The verified checker: reads a certificate (docs/certificate.md), makes commands for [Kernel.check], and says what that
   decides. Nothing in this file is trusted but the reading of the claims: wrong commands can only make the kernel reject.

     kernel [--work N] [--coq NAME] CERTIFICATE [HINTS]

   The hints of the Rust kernel are not needed, and not read. --coq prints the theorem instead, as a Coq file.
   Exit codes: 0 accepted, 1 rejected, 2 unreadable, 3 a limit was reached and nothing is decided. *)

exception Unreadable of string
exception Limit of string

let say code text =
  if code < 2 then print_endline text else prerr_endline text;
  exit code

(* ---- numbers of Coq ---- *)
let rec pos n = if n = 1 then Kernel.XH else if n land 1 = 1 then Kernel.XI (pos (n lsr 1)) else Kernel.XO (pos (n lsr 1))
let num n = if n = 0 then Kernel.N0 else Kernel.Npos (pos n)
let rec nat n = if n = 0 then Kernel.O else Kernel.S (nat (n - 1))

(* ---- the certificate ---- *)
type proof = Balanced of int | Recurs of int * int
type cover = { cover : int; from : int; proof : proof }
type row = { row : int; preperiod : int; period : int; mutable witnesses : (int * int) list;
             mutable once : (int * int) list option; mutable repeating : (int * int) list option }
type certificate = { r : int; t : int; covers : cover list; rows : row list; claimed : int }

let number word =
  let digits = word <> "" && String.for_all (fun c -> c >= '0' && c <= '9') word in
  if digits && String.length word <= 18 && (word = "0" || word.[0] <> '0') then int_of_string word
  else raise (Unreadable (word ^ " is no number"))
let witness word = match String.split_on_char '@' word with
  | [ q; w ] -> (number q, number w)
  | _ -> raise (Unreadable (word ^ " is no witness"))
let pair word = match String.split_on_char ',' word with
  | [ b; c ] when String.length b > 1 && b.[0] = '[' && String.length c > 1 && c.[String.length c - 1] = ']' ->
    (number (String.sub b 1 (String.length b - 1)), number (String.sub c 0 (String.length c - 1)))
  | _ -> raise (Unreadable (word ^ " is no pair"))
let rec increasing = function (a, _) :: ((b, _) :: _ as l) -> a < b && increasing l | _ -> true
let need right what = if not right then raise (Unreadable what)

let read path =
  let file = open_in_bin path in
  let text = really_input_string file (in_channel_length file) in
  close_in file;
  let lines = String.split_on_char '\n' text in
  let head, lines = match lines with
    | a :: b :: c :: rest -> (List.map (String.split_on_char ' ') [ a; b; c ], rest)
    | _ -> raise (Unreadable "no certificate") in
  let r, t, first, last = match head with
    | [ [ "amalgam-certificate"; ("1" | "2") ]; game; claim ] ->
      let r, t = match game with
        | [ "game"; "amalgamation" ] -> (1, 0)
        | [ "game"; "restricted-amalgamation"; r ] -> (number r, 0)
        | [ "game"; "merge-take-one" ] -> (1, 1)
        | [ "game"; "nim" ] -> raise (Limit "this kernel does not decide Nim")
        | _ -> raise (Unreadable "no game") in
      (match claim with
       | [ "claim"; "rows"; a; b ] -> (r, t, number a, number b)
       | [ "claim"; "covers"; _ ] -> (r, t, 1, 0)
       | "claim" :: _ -> raise (Limit "this kernel does not decide rows of rests")
       | _ -> raise (Unreadable "no claim"))
    | _ -> raise (Unreadable "no certificate") in
  let covers = ref [] and rows = ref [] and listed = ref 0 in
  let line words = match words with
    | "cover" :: c :: "half-width" :: k :: "from" :: f :: "after" :: previous :: rest ->
      let proof = match rest with
        | [ "balanced"; b ] -> Balanced (number b)
        | [ "recurs"; t; "period"; p ] -> Recurs (number t, number p)
        | _ -> raise (Unreadable "a cover without proof") in
      let c, before = (number c, match !covers with [] -> 0 | x :: _ -> x.cover) in
      need (!listed = 0 && c > before && c mod 2 = 0 && number k = c / 2 && number previous = before) "the order of the covers";
      covers := { cover = c; from = number f; proof } :: !covers
    | "row" :: a :: rest ->
      incr listed;
      need (number a = first + !listed - 1) "the order of the rows";
      (match rest with
       | "preperiod" :: s :: "period" :: p :: _ ->
         rows := { row = number a; preperiod = number s; period = number p; witnesses = []; once = None; repeating = None } :: !rows;
         need (number p > 0) "a period"
       | "unknown" :: _ -> ()
       | _ -> raise (Unreadable "a row"))
    | "" :: "" :: "minimal" :: words -> (match !rows with
        | row :: _ -> row.witnesses <- List.map witness words
        | [] -> raise (Unreadable "witnesses without a row"))
    | "" :: "" :: ("once" | "repeating" as name) :: words -> (match !rows with
        | row :: _ ->
          let l = List.map pair words in
          need (increasing l && row.preperiod + row.period <= 4096) "a list of pairs";
          if name = "once" then row.once <- Some l else row.repeating <- Some l
        | [] -> raise (Unreadable "a list without a row"))
    | "layers" :: _ -> raise (Limit "this kernel does not decide layers")
    | "" :: "" :: _ | "block" :: _ | [ "sha256"; _ ] | [ "" ] -> ()
    | words -> raise (Unreadable (String.concat " " words)) in
  List.iter (fun l -> line (String.split_on_char ' ' l)) lines;
  need (!listed = max 0 (last - first + 1)) "a row is missing";
  need (List.for_all (fun x -> (x.once = None) = (x.repeating = None)) !rows) "a list is missing";
  { r; t; covers = List.rev !covers; rows = List.rev !rows; claimed = !listed }

(* ---- commands ---- *)
let rec gcd a b = if b = 0 then a else gcd b (a mod b)
let lcm a b = if a / gcd a b > max_int / b / 4 then raise (Limit "a joint period is too long") else a / gcd a b * b

type command = Walk of int * int list | Joint of int * int * int * int list | Recurrence of int * int | Balance | Drop

(* The blocks, and for each the commands; [spend] is told the steps beforehand. *)
let commands certificate spend =
  let last_row = List.fold_left (fun m (x : row) -> max m x.row) 0 certificate.rows in
  let last_cover = List.fold_left (fun m c -> max m c.cover) 0 certificate.covers in
  let height = max last_row last_cover in
  let ends = List.map (fun c -> c.cover) certificate.covers @ (if last_row > last_cover then [ last_row ] else []) in
  (* where each block becomes the first: after its cover before is dropped *)
  let rec plan first column covers ends = match ends with
    | [] -> []
    | stop :: ends ->
      let start = max column (stop + certificate.r + 1) in
      let cover = match covers with c :: _ when c.cover = stop -> Some c | _ -> None in
      let at, finish = match cover with
        | None -> (start, start)
        | Some { proof = Balanced b; _ } -> let at = max start (max b (stop + 1)) in (at, at + stop / 2 + 1)
        | Some { proof = Recurs (t, _); _ } -> let at = max start t in (at, at) in
      (first, stop, start, at, finish, cover) :: plan (stop + 1) finish (match covers with [] -> [] | _ :: l -> l) ends in
  let blocks = plan 1 0 certificate.covers ends in
  (* the columns at which values of a row are wanted *)
  let wanted (row : row) from joint =
    let { preperiod = s; period = p; witnesses; _ } = row in
    let from = max s from in
    spend (from - s + joint);
    let pair b d = [ b; b + d ] in
    let stretch a b = List.concat (List.init (max 0 (b - a)) (fun i -> pair (a + i) p)) in
    (if row.once = None then [] else List.init (s + p) (fun b -> b)) @
    (if s > 0 then pair (s - 1) p else []) @ stretch s from @ stretch from (from + joint - p)
    @ List.concat_map (fun (q, w) -> if q > 0 then pair w (p / q) else []) witnesses in
  let joint (first, stop, start, _, _, _) =
    let rows = List.filter (fun (x : row) -> x.row >= first && x.row <= stop) certificate.rows in
    let step (from, period, out) (row : row) =
      let from, period = (max from row.preperiod, lcm period row.period) in
      let n = row.row - first + 1 in
      spend (n * (from - start + period));
      (from, period, (n, from, period, wanted row from period) :: out) in
    let _, _, out = List.fold_left step (start, 1, []) rows in
    (start, List.rev out) in
  let joints = List.map joint blocks in
  let early = List.concat_map (fun (start, l) -> List.concat_map (fun (_, _, _, w) -> List.filter (fun b -> b < start) w) l) joints in
  let early = List.sort_uniq compare early in
  let column = ref 0 in
  let walk_to c first =
    if c <= !column then [] else begin
      let from = !column in
      spend ((c - from) * (height - first + 1));
      column := c;
      [ Walk (c - from, List.filter (fun b -> b >= from && b < c) early) ]
    end in
  let block (first, _, start, at, finish, cover) (_, joint) =
    let before = walk_to start first in
    let proved = List.map (fun (n, from, period, wanted) ->
        Joint (n, from - start, period, List.sort_uniq compare (List.filter (fun b -> b >= start) wanted))) joint in
    let go = walk_to at first in
    let cover = match cover with
      | None -> []
      | Some { proof = Balanced _; _ } -> [ Balance ] @ walk_to finish first @ [ Drop ]
      | Some { proof = Recurs (_, p); cover; _ } -> spend (p * (cover - first + 1)); [ Recurrence (0, p); Drop ] in
    before @ proved @ go @ cover in
  (height, ends, List.concat (List.map2 block blocks joints))

let coq_command = function
  | Walk (n, l) -> Kernel.Walk (num n, List.map num l)
  | Joint (n, t, l, look) -> Kernel.Joint (nat n, num t, num l, List.map num look)
  | Recurrence (t, l) -> Kernel.Recurs (num t, num l)
  | Balance -> Kernel.Balance
  | Drop -> Kernel.Drop
let pairs l = List.map (fun (b, c) -> (num b, num c)) l
let claims certificate =
  List.map (fun c -> Kernel.CoverRow (num (c.cover / 2), num c.from)) certificate.covers
  @ List.map (fun x -> Kernel.Row (num x.row, num x.preperiod, num x.period, pairs x.witnesses)) certificate.rows
  @ List.concat_map (fun x -> match x.once, x.repeating with
      | Some once, Some repeating -> [ Kernel.Pairs (num x.row, num x.preperiod, num x.period, pairs once, pairs repeating) ]
      | _ -> []) certificate.rows

(* ---- the theorem as a Coq file ---- *)
let print_coq name certificate height ends commands =
  let list f l = "[" ^ String.concat "; " (List.map f l) ^ "]" in
  let n = string_of_int in
  let pair (a, b) = Printf.sprintf "(%d, %d)" a b in
  Printf.printf "(** Made from a certificate by main.ml. *)\nRequire Import List NArith Check.\nImport ListNotations.\nOpen Scope N_scope.\n";
  Printf.printf "Definition claims := %s.\n"
    (list (fun c -> c) (List.map (fun c -> Printf.sprintf "CoverRow %d %d" (c.cover / 2) c.from) certificate.covers
      @ List.map (fun x -> Printf.sprintf "Row %d %d %d %s" x.row x.preperiod x.period (list pair x.witnesses)) certificate.rows
      @ List.concat_map (fun x -> match x.once, x.repeating with
          | Some once, Some repeating -> [ Printf.sprintf "Pairs %d %d %d %s %s" x.row x.preperiod x.period (list pair once) (list pair repeating) ]
          | _ -> []) certificate.rows));
  Printf.printf "Definition commands := %s.\n"
    (list (function
        | Walk (c, l) -> Printf.sprintf "Walk %d %s" c (list n l)
        | Joint (k, t, l, look) -> Printf.sprintf "Joint (N.to_nat %d) %d %d %s" k t l (list n look)
        | Recurrence (t, l) -> Printf.sprintf "Recurs %d %d" t l
        | Balance -> "Balance" | Drop -> "Drop") commands);
  Printf.printf "Theorem %s : Forall (holds %d %d) claims.\nProof.\n" name certificate.r certificate.t;
  Printf.printf "  apply (check_sound %d %d (N.to_nat %d) ltac:(repeat constructor) ltac:(repeat constructor) (map N.to_nat %s) commands).\n"
    certificate.r certificate.t (height + 3) (list n ends);
  Printf.printf "  vm_cast_no_check (eq_refl true).\nQed.\n"

let () =
  let work = ref (1 lsl 27) and coq = ref None and path = ref None in
  let rec arguments = function
    | "--work" :: n :: l -> work := number n; arguments l
    | "--coq" :: name :: l -> coq := Some name; arguments l
    | p :: l -> if !path = None then path := Some p; arguments l
    | [] -> () in
  try
    arguments (List.tl (Array.to_list Sys.argv));
    let path = match !path with Some p -> p | None -> raise (Unreadable "usage: kernel [--work N] [--coq NAME] CERTIFICATE [HINTS]") in
    let certificate = read path in
    let steps = ref 0 in
    let spend n =
      steps := !steps + n;
      if n < 0 || !steps < 0 || !steps > !work then raise (Limit (Printf.sprintf "more than %d steps of work (--work)" !work)) in
    let height, ends, list = commands certificate spend in
    match !coq with
    | Some name -> print_coq name certificate height ends list
    | None ->
      let accepted = Kernel.check (nat certificate.r) (nat certificate.t) (nat (height + 3)) (List.map nat ends)
          (List.map coq_command list) (claims certificate) in
      let proved = List.length certificate.rows in
      if accepted then
        say 0 (Printf.sprintf "accepted: %d of %d rows and %d cover rows proved" proved certificate.claimed (List.length certificate.covers))
      else say 1 "rejected"
  with
  | Unreadable what -> say 2 ("unreadable: " ^ what)
  | Sys_error what -> say 2 ("unreadable: " ^ what)
  | Limit what -> say 3 ("undecided: " ^ what)
  | Out_of_memory | Stack_overflow -> say 3 "undecided: out of memory"
