"""The suite reads as what people do."""

import pytest


def test_ban_asks_first(platform, bot):
    alice, mallory, lab = platform.alice, platform.mallory, platform.lab
    alice.in_(lab.general).uses("/ban", user=mallory, reason="spam")
    reply = alice.sees("Ban mallory?", from_=bot, ephemeral=True)
    reply.button("Confirm").press()
    assert alice.sees(from_=bot).content == "Banned mallory: spam"
    with pytest.raises(AssertionError, match="403"):
        mallory.in_(lab.general).sends("still here?")


def test_feedback_is_asked_for_in_a_modal(platform, bot):
    bob, general = platform.bob, platform.lab.general
    bob.in_(general).uses("/feedback")
    bob.sees_modal(title="Feedback").submit(text="it works")
    bob.sees("Thank you for 'it works'", from_=bot, channel=general)


def test_people_are_held_to_the_rules(platform, bot):
    with pytest.raises(AssertionError, match="the command has no option colour, only: user, reason"):
        platform.alice.in_(platform.lab.general).uses("/ban", colour="red")
    with pytest.raises(AssertionError, match="50006"):
        platform.bob.in_(platform.lab.general).sends("")


def test_a_failure_shows_what_was_seen(platform):
    bob, general = platform.bob, platform.lab.general
    bob.in_(general)
    platform.alice.in_(general).sends("hello")
    with pytest.raises(AssertionError) as failure:
        bob.sees("good bye", within=1)
    assert "MESSAGE_CREATE alice: 'hello'" in str(failure.value)
    assert "POST /channels" in str(failure.value)


def test_the_clock_moves(platform):
    before = platform.clock.freeze()
    after = platform.clock.forward(minutes=15)
    platform.clock.resume()
    assert before[11:16] != after[11:16]


def test_reset_returns_to_the_start(platform):
    alice, general = platform.alice, platform.lab.general
    message = alice.in_(general).sends("gone soon")
    platform.reset()
    with pytest.raises(AssertionError, match="10008"):
        alice.request("GET", f"/channels/{general.id}/messages/{message.id}")
