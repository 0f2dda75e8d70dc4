//! Games played by clicking, by keys, by dragging, and shared.

use fantoccini::Locator;
use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::key::Key;
use std::time::Duration;

use crate::driver::in_browser;
use crate::visit::Visit;

/// From two unequal heaps of Nim: makes them equal, as Bouton says, and takes the last one whole.
async fn winning_coin(visit: &Visit) -> (usize, u64) {
    match visit.heaps().await.as_slice() {
        [x, y] => {
            assert_ne!(x, y, "the opponent cannot have made them equal");
            (usize::from(y > x), x.abs_diff(*y))
        }
        [one] => (0, *one),
        heaps => panic!("{heaps:?}"),
    }
}

#[test]
fn a_whole_game_with_clicks() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        visit.open("/play").await;
        let game = visit.client.find(Locator::Id("game")).await.unwrap();
        game.select_by_value("nim").await.unwrap();
        let position = visit.client.find(Locator::Id("position")).await.unwrap();
        position.send_keys("4 7").await.unwrap();
        visit.click("input[value=longest]").await;
        visit.click("#setup button[type=submit]").await;
        visit.until("document.querySelector('#board')").await;
        assert_eq!(visit.heaps().await, [4, 7]);
        let mut plies = 0;
        while visit.ask("document.querySelector('#status.over') === null").await == true {
            let (heap, take) = winning_coin(&visit).await;
            visit.click(&format!("[data-heap='0.{heap}'] .coin[data-take='{take}']")).await;
            // One's own move, and the reply unless the game is over.
            visit
                .until(&format!("document.querySelectorAll('.made li').length > {}", plies + 1))
                .await;
            visit.settled(plies + 1).await;
            visit
                .until(
                    "!document.querySelector('.waiting') || document.querySelector('#status.over')",
                )
                .await;
            plies = visit.plies().await;
        }
        assert!(visit.text(".party").await.contains("You win"));
        assert!(visit.text("#verdict").await.contains("You were winning from the start"));
        assert_eq!(visit.number("document.querySelectorAll('.strip .y').length").await, plies + 1);
        visit.leave().await;
    });
}

#[test]
fn a_whole_game_by_keyboard_alone() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        visit.open("/play?game=nim").await;
        for _ in 0..40 {
            if visit.ask("document.activeElement.id === 'position'").await == true {
                break;
            }
            visit.press(&Key::Tab).await;
        }
        visit.press("2 3").await;
        visit.press(&Key::Enter).await;
        visit.until("document.querySelector('#board')").await;
        let mut plies = 0;
        while visit.ask("document.querySelector('#status.over') === null").await == true {
            let (heap, take) = winning_coin(&visit).await;
            // Left and right until the wanted heap has the focus, then the amount, then Enter.
            for _ in 0..5 {
                let here = "document.activeElement.closest('[data-heap]')?.dataset.heap";
                if visit.ask(&format!("{here} === '0.{heap}'")).await == true {
                    break;
                }
                visit.press(&Key::Right).await;
            }
            visit.press(&take.to_string()).await;
            assert_eq!(visit.ask("document.activeElement.dataset.take").await, take.to_string());
            let outline = visit.ask("getComputedStyle(document.activeElement).outlineStyle").await;
            assert_eq!(outline, "solid", "the focus must be seen");
            visit.press(&Key::Enter).await;
            visit
                .until(&format!("document.querySelectorAll('.made li').length > {}", plies + 1))
                .await;
            visit.settled(plies + 1).await;
            plies = visit.plies().await;
            let over = visit.ask("document.querySelector('#status.over') !== null").await == true;
            let on_board =
                visit.ask("!!document.activeElement.closest('[data-heap]')").await == true;
            assert!(over || on_board, "the focus comes back to the board for the next move");
        }
        assert!(visit.text(".party").await.contains("You win"));
        let said = visit.ask("document.querySelector('#announce').textContent").await;
        assert!(said.as_str().unwrap().contains("You win"), "{said}");
        visit.press("u").await;
        visit.until("!document.querySelector('#status.over')").await;
        visit.press("r").await;
        visit.until("document.querySelector('#status.over')").await;
        visit.leave().await;
    });
}

#[test]
fn undo_redo_back_and_the_moves_between() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        visit.open("/play?begin=1&game=nim&position=3+5&seed=1").await;
        let start = visit.path().await;
        visit.click("[data-heap='0.1'] .coin[data-take='2']").await;
        visit.settled(2).await;
        let after = (visit.path().await, visit.heaps().await);
        assert_ne!(after.0, start);
        assert_eq!(visit.plies().await, 2, "one's own move and the reply");
        visit.click("#undo").await;
        visit.until("!document.querySelector('a#undo')").await;
        assert_eq!(visit.heaps().await, [3, 5]);
        assert_eq!(visit.number("document.querySelectorAll('.made .undone').length").await, 2);
        visit.click("#redo").await;
        visit.until("!document.querySelector('a#redo')").await;
        assert_eq!((visit.path().await, visit.heaps().await), after);
        // Back is not undo: it goes to the page before, whatever that was.
        visit.client.back().await.unwrap();
        visit.until("!document.querySelector('a#undo')").await;
        visit.client.refresh().await.unwrap();
        visit.until("document.querySelector('#board')").await;
        assert_eq!(visit.heaps().await, [3, 5], "an address reloads to the same state");
        // A look at the opponent's turn: nothing there can be clicked.
        visit.click(".made li:nth-child(2) a").await;
        visit.until("document.querySelector('.waiting')").await;
        let able = "document.querySelectorAll('#board button:not(:disabled)').length";
        assert_eq!(visit.number(able).await, 0);
        visit.leave().await;
    });
}

#[test]
fn merging_by_two_clicks_by_dragging_and_by_keys() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        let begin = "/play?begin=1&game=amalgamation&position=2+3+9&opponent=human";
        visit.open(begin).await;
        visit.click("[data-heap='0.0'] .head").await;
        visit.until("document.querySelector('.heap.picked')").await;
        assert_eq!(visit.number("document.querySelectorAll('.heap.partner').length").await, 2);
        visit.click("[data-heap='0.1'] .head").await;
        visit.settled(1).await;
        assert_eq!(visit.heaps().await, [5, 9]);
        assert!(visit.text("#status").await.contains("merged 2 and 3"));

        visit.open(begin).await;
        let from = visit.client.find(Locator::Css("[data-heap='0.0'] .head")).await.unwrap();
        let onto = visit.client.find(Locator::Css("[data-heap='0.2'] .head")).await.unwrap();
        let over = |element: fantoccini::elements::Element| PointerAction::MoveToElement {
            element,
            duration: Some(Duration::from_millis(150)),
            x: 0.0,
            y: 0.0,
        };
        let drag = MouseActions::new("mouse".to_owned())
            .then(over(from))
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(over(onto))
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        visit.client.perform_actions(drag).await.unwrap();
        visit.settled(1).await;
        assert_eq!(visit.heaps().await, [3, 11]);
        assert!(visit.text("#status").await.contains("merged 2 and 9"));

        // By keys: to the first heap, choose it, to the next, merge. Esc lets go.
        visit.open(begin).await;
        visit.press(&Key::Right).await;
        visit.press(&Key::Enter).await;
        visit.until("document.activeElement.matches('.heap.picked .head')").await;
        visit.press(&Key::Escape).await;
        visit.until("!document.querySelector('.heap.picked')").await;
        visit.press(&Key::Enter).await;
        visit.until("document.activeElement.matches('.heap.picked .head')").await;
        visit.press(&Key::Right).await;
        visit.press(&Key::Enter).await;
        visit.settled(1).await;
        assert_eq!(visit.heaps().await, [5, 9]);
        visit.leave().await;
    });
}

#[test]
fn splitting_between_coins_and_biting_squares() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        visit.open("/play?begin=1&game=grundy&position=6&opponent=human").await;
        let coins = "document.querySelectorAll('.coin:not(:disabled)').length";
        assert_eq!(visit.number(coins).await, 0, "nothing may be taken");
        // 1 and 5, 2 and 4, and the same from below; 3 and 3 is not allowed.
        assert_eq!(visit.number("document.querySelectorAll('.gap').length").await, 4);
        visit.client.execute("document.querySelector('.gap').focus()", vec![]).await.unwrap();
        visit.press(&Key::Enter).await;
        visit.settled(1).await;
        assert_eq!(visit.heaps().await, [1, 5]);

        // One coin is taken, and what is left may be split.
        visit.open("/play?begin=1&game=octal(0.7)&position=5&opponent=human").await;
        visit.click(".coin[data-take='1']").await;
        visit.until("document.querySelector('.bar .moves')").await;
        assert_eq!(visit.plies().await, 0, "where it is split is still to be chosen");
        visit.click(".bar .moves button[value='take 1 from 5, split into 2 and 2']").await;
        visit.settled(1).await;
        assert_eq!(visit.heaps().await, [2, 2]);

        visit.open("/play?begin=1&game=kayles&position=5&opponent=human").await;
        visit.click(".balls:not(.two) [data-column='3']").await;
        visit.settled(1).await;
        let rows =
            "[...document.querySelectorAll('.pins-row .number')].map(n => Number(n.textContent))";
        assert_eq!(
            visit.ask(rows).await,
            serde_json::json!([2, 2]),
            "pins on both sides of the ball"
        );

        visit.open("/play?begin=1&game=chomp&position=3+4+4&opponent=human").await;
        let poison = "document.querySelector('.square.poison').disabled";
        assert_eq!(visit.ask(poison).await, true);
        visit.click("[data-row='2'] [data-column='3']").await;
        visit.settled(1).await;
        assert_eq!(visit.content("#position-text").await, "chomp[2,2,4]");
        visit.leave().await;
    });
}

#[test]
fn hints_at_each_level_stay_where_they_are_set() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        visit.open("/play?begin=1&game=nim&position=3+4+5").await;
        let has = |selector: &'static str| format!("document.querySelector('{selector}') !== null");
        let seen = [".winner", "#which", "#values"];
        for level in 0..=3 {
            for (i, selector) in seen.iter().enumerate() {
                assert_eq!(visit.ask(&has(selector)).await, i < level, "{selector} at {level}");
            }
            if level < 3 {
                visit.press("h").await;
                visit.until(&has(seen[level])).await;
            }
        }
        assert!(visit.text(".winner").await.contains("You can win"));
        assert!(visit.text(".reason").await.contains("nim-sum"));
        assert!(visit.text("#which").await.contains("the heap of 3"));
        assert_eq!(visit.number("document.querySelectorAll('#values tbody tr').length").await, 12);
        assert_eq!(
            visit.number("document.querySelectorAll('#values .badge.good').length").await,
            1
        );
        assert!(visit.text("#values tbody tr").await.starts_with("take 2 from 3"));
        assert_eq!(visit.number("document.querySelectorAll('.coin.wins').length").await, 1);
        visit.click("#values tbody button").await;
        visit.settled(2).await;
        assert_eq!(visit.ask(&has("#values")).await, true, "the level stays");
        assert!(visit.path().await.ends_with("hint=moves"));
        visit.press("h").await;
        visit.until("!document.querySelector('.winner')").await;
        visit.leave().await;
    });
}

#[test]
fn a_link_opens_the_same_game_elsewhere() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        visit.open("/play?begin=1&game=amalgamation&position=3+4+5&seed=3").await;
        visit.click("[data-heap='0.1'] .coin[data-take='1']").await;
        visit.settled(2).await;
        let link = visit.content("#link-text").await;
        let here = (visit.content("#position-text").await, visit.text("#moves").await);
        let text = visit.ask("document.querySelector('#game-text').textContent").await;
        visit.leave().await;

        let other = Visit::new(stage.fresh("b").await, &stage.base);
        other.open(link.strip_prefix(&stage.base).expect("an address of this server")).await;
        let there = (other.content("#position-text").await, other.text("#moves").await);
        assert_eq!(here, there);
        // And as text, read again.
        other.open("/play").await;
        other.click(".import summary").await;
        let area = other.client.find(Locator::Css("textarea")).await.unwrap();
        area.send_keys(text.as_str().unwrap()).await.unwrap();
        other.click(".import button").await;
        other.until("document.querySelector('#board')").await;
        assert_eq!(other.content("#position-text").await, here.0);
        other.leave().await;
    });
}
