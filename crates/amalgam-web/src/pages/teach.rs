//! For teachers: what there is for a class, and plans for three lessons.

use amalgam::learn::lessons;
use maud::{Markup, html};

use crate::layout::{Nav, page};

/// A plan: the name of the lesson, who it is for, and what to do when.
struct Plan {
    lesson: &'static str,
    goal: &'static str,
    minutes: [(u8, &'static str); 5],
    ask: [&'static str; 4],
}

const PLANS: [Plan; 3] = [
    Plan {
        lesson: "copy",
        goal: "Students find a strategy that always wins with two heaps, and say why it works.",
        minutes: [
            (
                5,
                "Show two heaps of 3 and 5 on the projector. Play twice against the class. You begin, and you win.",
            ),
            (
                10,
                "In pairs with coins: start with 3 and 5, then with 4 and 4. Who wins? Write down each game.",
            ),
            (10, "Steps 1 to 3 of the lesson, alone or in pairs."),
            (
                10,
                "Together: collect what they saw. Write the strategy as one sentence on the board.",
            ),
            (
                10,
                "Step 4: win a whole game. Those who are done play from 6 and 6 and explain why they lose.",
            ),
        ],
        ask: [
            "Why can the player who copies never be without a move?",
            "From 3 and 5, how many moves are good? Why only one?",
            "What if there are three equal heaps?",
            "Does it matter that a player may take all coins of a heap?",
        ],
    },
    Plan {
        lesson: "p-and-n",
        goal: "Students decide positions from the end backwards and prove a pattern.",
        minutes: [
            (
                5,
                "Play the game with one to three coins a move, from 10 coins, two volunteers at the board.",
            ),
            (
                10,
                "In groups: make a table for 0 to 12 coins. Mark each number P or N. Begin at the end.",
            ),
            (10, "Step 1 and 2 of the lesson. Compare with the table."),
            (10, "Together: why do the marks repeat after four? Two sentences are a proof."),
            (10, "Step 3: Nim with 1, 2 and 3. All first moves, and an answer to each."),
        ],
        ask: [
            "Why is 0 coins P and not N?",
            "Which single sentence makes a position N?",
            "What changes if a move takes one to four coins?",
            "What if exactly two coins may not be taken?",
        ],
    },
    Plan {
        lesson: "merging",
        goal: "Students meet a game whose general rule is not known, and test a conjecture.",
        minutes: [
            (
                5,
                "Repeat: in Nim, 1, 2 and 3 are lost for the player to move. Now heaps may merge. Is it still lost?",
            ),
            (
                10,
                "In pairs with coins: find the winning move from 1, 2 and 3. Then try 1, 2 and 4.",
            ),
            (10, "Steps 1 to 4 of the lesson."),
            (
                10,
                "Conjectures: each group writes down one and looks for a counterexample with Solve.",
            ),
            (
                10,
                "Show the table on the projector: nobody knows a formula for it. What can you see?",
            ),
        ],
        ask: [
            "Why do two equal heaps stay lost when heaps may merge?",
            "How can you be sure that a position is lost? How many moves must you look at?",
            "Can a merge ever win? Can it ever be the only winning move?",
            "What would count as an answer to an open question?",
        ],
    },
];

/// `/teach`
pub(super) async fn show() -> Markup {
    let body = html! {
        h1 { "For teachers" }
        ul.cards {
            li { a.card href="/learn/worksheet" { h2 { "Make a worksheet" }
                p { "Choose heaps and tasks. Every task is checked. Print it, or send its address: students answer on the board." } } }
            li { a.card href="/play?opponent=human" { h2 { "Two players by link" }
                p { "Begin a game against a person, make a move, and send the address. It contains the whole game." } } }
            li { div.card { h2 { "On the projector" }
                p { "The button “Projector” at the top of every page shows the board as large as the wall allows. "
                    "Help reveals one level at a time." } } }
            li { div.card { h2 { "A class on one server" }
                p { "Start " code { "amalgam serve --listen 0.0.0.0" } ". It prints a link with a token and its QR code. "
                    "Nobody gets in without the link." } } }
        }
        @for plan in &PLANS { (shown(plan)) }
    };
    page("For teachers", Nav::Learn, body)
}

fn shown(plan: &Plan) -> Markup {
    let lesson = lessons().iter().find(|lesson| lesson.name == plan.lesson);
    let title = lesson.map_or(plan.lesson, |lesson| lesson.title.as_str());
    let total: u32 = plan.minutes.iter().map(|(minutes, _)| u32::from(*minutes)).sum();
    html! {
        section.plan id={ "plan-" (plan.lesson) } {
            h2 { "Lesson plan: " (title) }
            p { b { "Goal. " } (plan.goal) " " b { "Time. " } (total) " minutes. "
                b { "You need " } "coins or counters, and one screen for two students. "
                a href={ "/learn/" (plan.lesson) } { "Open the lesson" } }
            (super::wide(&format!("{title}, minute by minute"), html! {
                table { tbody {
                    @for (minutes, what) in plan.minutes { tr { th.num scope="row" { (minutes) " min" } td { (what) } } }
                } }
            }))
            h3 { "Questions to ask" }
            ul { @for question in plan.ask { li { (question) } } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_for_lessons_that_exist_and_fit_into_a_period() {
        for plan in &PLANS {
            assert!(lessons().iter().any(|lesson| lesson.name == plan.lesson), "{}", plan.lesson);
            assert_eq!(plan.minutes.iter().map(|(minutes, _)| minutes).sum::<u8>(), 45);
        }
    }
}
