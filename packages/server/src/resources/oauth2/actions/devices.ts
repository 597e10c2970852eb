import { randomBytes } from 'node:crypto'
import { ApiError, OAuth2Error, type Snowflake } from '@guildhall/protocol'
import type { Application } from '../../../kernel/model.ts'
import type { OAuth2DeviceTable } from '../../../kernel/store/tables.ts'
import type { Work } from '../../../kernel/work.ts'
import { tokenHash } from '../../users/index.ts'
import { readUserCode, scopeFault, userCode } from '../rules.ts'
import * as store from '../store.ts'
import { newSecret } from './tokens.ts'

export const DEVICE_LIFETIME_S = 300
/** No oftener may a device ask whether it was let in. */
export const DEVICE_INTERVAL_S = 5

/** A device begins: it shows its user code to whoever stands before it. (RFC 8628, 3.1) */
export async function beginDevice(
  work: Work,
  application: Application,
  scopes: readonly string[],
): Promise<{ device_code: string; user_code: string }> {
  // Whose account it will be is not known yet: what is the owner's alone is refused when the code is entered.
  const fault = scopeFault(scopes, application, application.owner_id)
  if (fault) throw new OAuth2Error(fault.fault, fault.description)
  const device_code = newSecret()
  const user_code = userCode(randomBytes(8))
  await store.insertDevice(
    work,
    {
      hash: tokenHash(device_code),
      user_code,
      application_id: application.id,
      user_id: null,
      state: 'waiting',
      scopes: scopes.join(' '),
      expires_at: work.now + DEVICE_LIFETIME_S * 1000,
      polled_at: 0,
    },
    work.now,
  )
  return { device_code, user_code }
}

/** The device with this code that nobody has answered yet; 404 for any other. */
export async function getWaitingDevice(work: Work, code: string): Promise<OAuth2DeviceTable> {
  const device = await store.findDeviceByUserCode(work, readUserCode(code))
  if (device?.state !== 'waiting' || device.expires_at <= work.now) throw new ApiError('NOT_FOUND')
  return device
}

export async function decideDevice(
  work: Work,
  device: OAuth2DeviceTable,
  answer: { userId: Snowflake; granted: boolean },
): Promise<void> {
  const state = answer.granted ? 'granted' : 'denied'
  await store.updateDevice(work, { ...device, state, user_id: answer.userId })
}
