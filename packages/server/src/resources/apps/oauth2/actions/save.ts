import type { Snowflake } from '@guildhall/protocol'
import type { OAuth2DeviceTable } from '../../../../kernel/store/account-tables.ts'
import type { Work } from '../../../../kernel/work.ts'
import * as store from '../store.ts'

/** Stores a code that the application exchanges once. Nothing of a grant is sent before it is exchanged. */
export function saveCode(work: Work, code: store.StoredCode): Promise<void> {
  return store.insertCode(work, code, work.now)
}

/** Deletes a code, which is single-use. Returns false if another request has taken it. */
export function takeCode(work: Work, hash: string): Promise<boolean> {
  return store.takeCode(work, hash)
}

/** Stores a device that waits for a decision. */
export function createDevice(work: Work, device: OAuth2DeviceTable): Promise<void> {
  return store.insertDevice(work, device, work.now)
}

/** Stores the decision about a device, or the time of its last poll. */
export function saveDevice(work: Work, device: OAuth2DeviceTable): Promise<void> {
  return store.updateDevice(work, device)
}

/** Deletes a device, whose code is single-use. Returns false if another request has taken it. */
export function takeDevice(work: Work, hash: string): Promise<boolean> {
  return store.takeDevice(work, hash)
}

/** Stores an RPC token until it is redeemed or expires. */
export function saveRpcToken(
  work: Work,
  token: { hash: string; application_id: Snowflake; expires_at: number },
): Promise<void> {
  return store.insertRpcToken(work, token, work.now)
}

/** Deletes an RPC token, which is single-use. Returns whether a valid one of the application was deleted. */
export function takeRpcToken(work: Work, token: { hash: string; application_id: Snowflake }): Promise<boolean> {
  return store.takeRpcToken(work, token, work.now)
}

/** Stores the key that signs id tokens, unless another request has stored one. */
export function saveSigningKey(work: Work, pem: string): Promise<void> {
  return store.insertSigningKey(work, pem)
}
