//! Learning in the browser: by keys alone, read out, and remembered.

use fantoccini::key::Key;
use serde_json::json;

use crate::driver::in_browser;
use crate::visit::Visit;

#[test]
fn a_step_by_keys_is_judged_read_out_and_remembered() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        visit.open("/learn/copy?step=2").await;
        assert!(visit.text("#question").await.contains("Only one move wins"));
        // A wrong move first: one coin of the left heap.
        visit.press(&Key::Right).await;
        visit.press("1").await;
        visit.press(&Key::Enter).await;
        visit.until("document.querySelector('#judged.lose')").await;
        assert!(visit.text("#judged").await.contains("your opponent can"));
        let said = visit.ask("document.querySelector('#announce').textContent").await;
        assert!(said.as_str().unwrap().starts_with("Not yet."), "{said}");
        visit.click("#again").await;
        visit.until("!document.querySelector('#judged')").await;
        // Then the right one.
        for _ in 0..4 {
            let here = "document.activeElement.closest('[data-slot]')?.dataset.slot === '0.1'";
            if visit.ask(here).await == true {
                break;
            }
            visit.press(&Key::Right).await;
        }
        visit.press("2").await;
        assert_eq!(visit.ask("document.activeElement.dataset.take").await, "2");
        visit.press(&Key::Enter).await;
        visit.until("document.querySelector('#judged.win')").await;
        let said = visit.ask("document.querySelector('#announce').textContent").await;
        assert!(said.as_str().unwrap().starts_with("Right."), "{said}");
        visit.open("/learn").await;
        visit.until("document.querySelector('[data-lesson=copy] .progress').textContent.includes('1 done')").await;
        visit.leave().await;
    });
}

#[test]
fn a_whole_game_is_won_in_a_lesson() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        visit.open("/learn/copy?step=4").await;
        for _ in 0..12 {
            if visit.ask("document.querySelector('#judged') !== null").await == true {
                break;
            }
            visit.until("document.querySelector('#board .coin:not(:disabled)')").await;
            // Make the two heaps alike.
            let heaps = visit.heaps().await;
            let (least, most) = (heaps.iter().min().unwrap(), heaps.iter().max().unwrap());
            let take = if heaps.len() == 1 { *most } else { most - least };
            let tall = format!(
                "[...document.querySelectorAll('.heap[data-heap]')].find(heap => \
                heap.querySelector('.number').textContent === '{most}').querySelector('[data-take=\"{take}\"]').click()"
            );
            visit.client.execute(&tall, vec![]).await.unwrap();
            visit.until(&format!("document.querySelector('#judged') || (!document.querySelector('.waiting') && \
                [...document.querySelectorAll('.heap .number')].map(n => n.textContent).join() !== '{}')",
                heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(",")))
            .await;
        }
        visit.until("document.querySelector('#judged.win')").await;
        visit.leave().await;
    });
}

#[test]
fn learning_works_without_scripts() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        let off = json!({"cmd": "Emulation.setScriptExecutionDisabled", "params": {"value": true}});
        visit.special("goog/cdp/execute", off).await;
        visit.open("/learn/copy?step=1").await;
        for useless in ["#theme", "#wall"] {
            assert_eq!(visit.text(useless).await, "", "nobody sees what only a script can use");
        }
        visit.click("button[value=P]").await;
        assert!(visit.text("#judged").await.contains("Right"));
        visit.click("#next").await;
        visit.arrive("/learn/copy?step=2").await;
        visit.click("[data-slot='0.1'] .coin[data-take='2']").await;
        assert!(visit.text("#judged").await.contains("Right"));
        visit.client.close().await.unwrap();
    });
}
