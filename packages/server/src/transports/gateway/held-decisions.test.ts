import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Event, type EventType, eventType, guildTopic } from '../../kernel/event.ts'
import { guildMemberAdd } from '../../resources/guild/members/events.ts'
import { HeldDecisions } from './held-decisions.ts'
import { HeldEvents } from './held-events.ts'
import type { OutgoingEvent } from './outgoing-event.ts'
import type { Session } from './session.ts'

const GUILD = 1n
const said = eventType<string>({
  key: 'test.said',
  name: 'SAID',
  intents: () => 0,
  visibleTo: () => true,
  present: String,
})

function committed<P>(type: EventType<P>, version: number, payload: P): Event {
  return { type: type as EventType<unknown>, topic: guildTopic(GUILD), version, guildId: null, payload }
}

test('[CH-13] a node that hears of a join first sends none of the messages that were written before it', () => {
  const held = new HeldEvents()
  const views = { peek: () => undefined }
  const decisions = new HeldDecisions(held, { views, viewerRules: {} as never })
  const session = { userId: 7n } as Session
  const outgoing = (event: Event) => ({ for: () => event.payload }) as unknown as OutgoingEvent
  const [before, joined, after] = [
    committed(said, 1, 'before'),
    committed(guildMemberAdd, 2, { user: { id: 7n } } as never),
    committed(said, 3, 'after'),
  ] as const
  held.start(session, GUILD)
  for (const event of [before, joined, after]) decisions.decide(event, GUILD, outgoing(event))
  decisions.begin(session, GUILD, {} as never)
  assert.equal(decisions.of(before, session, GUILD), null)
  assert.equal(decisions.of(after, session, GUILD), 'after')
})
