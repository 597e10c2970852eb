import { ApiFailure } from '@guildhall/client'
import { ErrorType } from '../../enums/index.ts'
import { invalid, ResultFailure } from '../../result.ts'
import type { DeviceAuthorizationArgs } from '../../values/device-authorization-args.ts'
import type { ClientContext } from '../context.ts'
import type { DeviceScreen } from './device-screen.ts'
import { type ExternalToken, externalFields, requestTokens, type TokenResponse } from './token-endpoint.ts'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
/** Time that `slow_down` adds to the interval (RFC 8628, 3.5). */
const SLOW_DOWN_MS = 5_000

/** Interval of a response that names none (RFC 8628, 3.2). */
const INTERVAL_DEFAULT_S = 5

interface Device {
  readonly device_code: string
  readonly user_code: string
  readonly expires_in: number
  readonly interval?: number
}

/** One run of the device flow. */
export interface DeviceRequest {
  readonly args: DeviceAuthorizationArgs
  readonly external: ExternalToken | null
  readonly screen: DeviceScreen
  readonly signal: AbortSignal
}

/**
 * Opens the page for the code of a device and resolves when the player has confirmed.
 * @param external token of the identity whose provisional account is merged
 * @throws ResultFailure ValidationError, AuthorizationFailed after a refusal; the signal's reason when it is aborted
 */
export async function runDeviceFlow(
  context: ClientContext,
  { args, external, screen, signal }: DeviceRequest,
): Promise<TokenResponse> {
  const fields = external ? externalFields(external) : {}
  const clientId = clientIdOf(args, context.applicationId)
  const body = { client_id: clientId, scope: args.Scopes() }
  const device = await context.requests.send<Device>('POST', '/oauth2/device/authorize', { form: true, body, signal })
  screen.open(device.user_code, BigInt(clientId))
  const form = { ...fields, client_id: clientId, grant_type: DEVICE_GRANT, device_code: device.device_code }
  const endsAt = performance.now() + device.expires_in * 1_000
  for (let pauseMs = (device.interval ?? INTERVAL_DEFAULT_S) * 1_000; ; ) {
    await pause(pauseMs, signal)
    try {
      return await requestTokens(context, form)
    } catch (failure) {
      const error = failure instanceof ApiFailure ? failure.oauth2Error : undefined
      if (error === 'access_denied' || error === 'expired_token')
        throw new ResultFailure(ErrorType.AuthorizationFailed, error)
      if (error === 'slow_down') pauseMs += SLOW_DOWN_MS
      // The server may restart meanwhile. The code keeps its end.
      const isLost = !(failure instanceof ApiFailure) || failure.status === 0
      const waits = error === 'authorization_pending' || error === 'slow_down' || isLost
      if (!waits || performance.now() + pauseMs > endsAt) throw failure
    }
  }
}

function clientIdOf(args: DeviceAuthorizationArgs, applicationId: bigint): string {
  const clientId = args.valid ? args.ClientId() || applicationId : 0n
  if (clientId === 0n) throw invalid('An application id is missing.')
  if (args.Scopes().trim() === '') throw invalid('Scopes are missing.')
  return String(clientId)
}

/** Resolves after a time. @throws the signal's reason when it is aborted */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const aborted = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', aborted)
      resolve()
    }, ms)
    signal.addEventListener('abort', aborted, { once: true })
  })
}
