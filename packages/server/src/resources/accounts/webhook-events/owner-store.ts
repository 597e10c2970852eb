import type { Snowflake } from '@guildhall/protocol'
import type { NodeLife } from '../../../kernel/lease.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Takes an application whose node has ended, or that none has. Table `nodes` has the lives of nodes that have not. */
const CLAIM = `INSERT INTO webhook_owners (application_id, node, epoch) VALUES ($1, $2, $3)
  ON CONFLICT (application_id) DO UPDATE SET node = excluded.node, epoch = excluded.epoch
  WHERE (webhook_owners.node = excluded.node AND webhook_owners.epoch = excluded.epoch)
    OR NOT EXISTS (SELECT 1 FROM nodes WHERE name = webhook_owners.node AND nodes.epoch = webhook_owners.epoch)
  RETURNING application_id`
const RELEASE = 'DELETE FROM webhook_owners WHERE application_id = $1 AND node = $2 AND epoch = $3'

/** Makes a node the only one that sends the webhook events of an application. Returns whether it is. */
export async function claimApplication(
  session: StoreSession,
  applicationId: Snowflake,
  { name, epoch }: NodeLife,
): Promise<boolean> {
  return (await session.raw(CLAIM, [applicationId, name, epoch])).length > 0
}

/** Leaves the webhook events of an application to whichever node finds the next one. */
export async function releaseApplication(
  session: StoreSession,
  applicationId: Snowflake,
  { name, epoch }: NodeLife,
): Promise<void> {
  await session.raw(RELEASE, [applicationId, name, epoch])
}
