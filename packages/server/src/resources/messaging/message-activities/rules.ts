import { MessageActivityType } from '@guildhall/protocol'
import type { Application } from '../../../kernel/model.ts'
import type { JoinableActivity } from '../../../kernel/players.ts'

/** Activity of a message as its sender names it. Absent fields are null. */
export interface NamedActivity {
  readonly type: number
  readonly party_id: string | null
  readonly session_id: string | null
}

/**
 * Returns the activity that a person's message is about, with the session and party in which it is; undefined for none.
 * JOIN and SPECTATE invite to an activity of the sender; if the sender has none that fits, they ask for one of the
 * recipient, and JOIN becomes JOIN_REQUEST. JOIN_REQUEST always asks, whichever session it names.
 *
 * @param own activities of the sender
 * @param others activities of the recipient that the sender sees
 */
export function resolveActivity(
  named: NamedActivity,
  own: readonly JoinableActivity[],
  others: readonly JoinableActivity[],
): NamedActivity | undefined {
  const { type, party_id, session_id } = named
  const asks = type === MessageActivityType.JOIN_REQUEST
  const fits = ({ sessionId, secrets }: JoinableActivity) =>
    (type === MessageActivityType.SPECTATE ? secrets.spectate : secrets.join) !== null &&
    (party_id === null || party_id === secrets.party_id) &&
    (asks || session_id === null || session_id === sessionId)
  const present = (kind: number, { sessionId, secrets }: JoinableActivity): NamedActivity => {
    return { type: kind, party_id: secrets.party_id, session_id: sessionId }
  }
  const invited = asks ? undefined : own.find(fits)
  if (invited) return present(type, invited)
  const wanted = others.find(fits)
  return wanted && present(type === MessageActivityType.JOIN ? MessageActivityType.JOIN_REQUEST : type, wanted)
}

/** Returns whether an application may ask about activities of another: it is the same, or both have one publisher. */
export function isOfSamePublisher(
  caller: Pick<Application, 'id' | 'parent_id'>,
  other: Pick<Application, 'id' | 'parent_id'>,
): boolean {
  return caller.id === other.id || (caller.parent_id !== null && caller.parent_id === other.parent_id)
}
