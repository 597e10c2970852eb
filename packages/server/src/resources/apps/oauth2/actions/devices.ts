import { randomBytes } from 'node:crypto'
import { ApiError, OAuth2Error, type Snowflake } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { OAuth2DeviceTable } from '../../../../kernel/store/account-tables.ts'

import type { Work } from '../../../../kernel/work.ts'
import { tokenHash } from '../../../accounts/users/index.ts'
import { readUserCode, scopeFault, userCode } from '../rules.ts'
import * as store from '../store.ts'
import { createDevice, saveDevice } from './save.ts'
import { newSecret } from './save-tokens.ts'

/** Lifetime of a device code. */
export const DEVICE_LIFETIME_S = 300
/** Shortest time between two polls of a device. */
export const DEVICE_INTERVAL_S = 5

/** Starts the authorization of a device and returns its codes. The device displays the user code. (RFC 8628, 3.1) */
export async function beginDevice(
  work: Work,
  application: Application,
  scopes: readonly string[],
): Promise<{ device_code: string; user_code: string }> {
  // The user is not known yet. The scopes are checked again when a person enters the code.
  const fault = scopeFault(scopes, application, application.owner_id)
  if (fault) throw new OAuth2Error(fault.fault, fault.description)
  const device_code = newSecret()
  const user_code = userCode(randomBytes(8))
  await createDevice(work, {
    hash: tokenHash(device_code),
    user_code,
    application_id: application.id,
    user_id: null,
    state: 'waiting',
    scopes: scopes.join(' '),
    expires_at: work.now + DEVICE_LIFETIME_S * 1000,
    polled_at: 0,
  })
  return { device_code, user_code }
}

/**
 * Returns the device that waits for a decision under this user code.
 *
 * @throws ApiError NOT_FOUND for an unknown, decided or expired device
 */
export async function getWaitingDevice(work: Work, code: string): Promise<OAuth2DeviceTable> {
  const device = await store.findDeviceByUserCode(work, readUserCode(code))
  if (device?.state !== 'waiting' || device.expires_at <= work.now) throw new ApiError('NOT_FOUND')
  return device
}

/** Stores the decision of a person about a device. */
export async function decideDevice(
  work: Work,
  device: OAuth2DeviceTable,
  { userId, granted }: { userId: Snowflake; granted: boolean },
): Promise<void> {
  await saveDevice(work, { ...device, state: granted ? 'granted' : 'denied', user_id: userId })
}
