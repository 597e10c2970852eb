/** Writes webhook events that wait for their delivery straight into a store that no process has open. */
import { DatabaseSync } from 'node:sqlite'

/** Name of the applications whose events are written. */
export const EVENT_APPLICATION = 'events-'
/** Events about one user, which are delivered one after another. */
const EVENTS_PER_USER = 10
const FIRST_USER_ID = 1_000_000_000_000n

/** Queues that many events of each application that receives events. */
export function seedEvents(path: string, perApplication: number): void {
  const database = new DatabaseSync(path)
  const applications = database.prepare('SELECT id FROM applications WHERE name LIKE ?')
  applications.setReadBigInts(true)
  const queue = database.prepare('INSERT INTO webhook_event_queues VALUES (?, ?, 0, ?, ?, 0, NULL)')
  const event = database.prepare('INSERT INTO webhook_events VALUES (?, ?, ?, ?, ?, ?)')
  const now = Date.now()
  database.exec('BEGIN')
  for (const { id } of applications.all(`${EVENT_APPLICATION}%`) as { id: bigint }[]) {
    for (let n = 0; n < perApplication; n += EVENTS_PER_USER) {
      const user = FIRST_USER_ID + BigInt(n)
      queue.run(id, user, EVENTS_PER_USER, now)
      const data = JSON.stringify({ id: String(id), user_id: String(user), consumed: false, deleted: false, type: 8 })
      for (let sequence = 0; sequence < EVENTS_PER_USER; sequence += 1)
        event.run(id, user, sequence, 'ENTITLEMENT_CREATE', now, data)
    }
  }
  database.exec('COMMIT')
  database.close()
}
