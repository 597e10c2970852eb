import { ApiFailure } from '@guildhall/client'
import { ErrorType } from '../../enums/index.ts'
import { ResultFailure } from '../../result.ts'
import type { DeviceAuthorizationArgs } from '../../values/device-authorization-args.ts'
import type { ClientContext } from '../context.ts'
import { type ExternalToken, externalFields, requestTokens, type TokenResponse } from './token-endpoint.ts'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
/** Time that `slow_down` adds to the interval (RFC 8628, 3.5). */
const SLOW_DOWN_MS = 5_000

interface Device {
  readonly device_code: string
  readonly user_code: string
  readonly expires_in: number
  readonly interval?: number
}

/** The device flow: the player enters a code on a page, and the game asks whether that has happened. */
export class DeviceFlow {
  readonly #context: ClientContext
  #waiting: AbortController | null = null
  #hasScreen = false

  constructor(context: ClientContext) {
    this.#context = context
    context.ended.addEventListener('abort', () => this.abort())
  }

  /**
   * Opens the page for the code and resolves when the player has confirmed.
   * @param external token of the identity whose provisional account is merged
   * @throws ResultFailure ValidationError, AuthorizationFailed after a refusal, Aborted
   */
  async run(args: DeviceAuthorizationArgs, external: ExternalToken | null): Promise<TokenResponse> {
    const fields = external ? externalFields(external) : {}
    const clientId = clientIdOf(args, this.#context.applicationId)
    this.abort()
    const waiting = new AbortController()
    this.#waiting = waiting
    try {
      const body = { client_id: clientId, scope: args.Scopes() }
      const sent = { form: true, body, signal: waiting.signal }
      const device = await this.#context.requests.send<Device>('POST', '/oauth2/device/authorize', sent)
      this.openScreen(device.user_code, BigInt(clientId))
      return await this.#poll(device, { ...fields, client_id: clientId }, waiting.signal)
    } catch (failure) {
      if (waiting.signal.aborted) throw new ResultFailure(ErrorType.Aborted, 'The device flow was aborted.')
      throw failure
    } finally {
      if (this.#waiting === waiting) {
        this.#waiting = null
        this.closeScreen()
      }
    }
  }

  /** Ends a flow that waits. */
  abort(): void {
    const waiting = this.#waiting
    this.#waiting = null
    if (!waiting) return
    waiting.abort()
    this.closeScreen()
  }

  /** Opens the page for a code. */
  openScreen(userCode: string, clientId: bigint): void {
    this.closeScreen()
    this.#hasScreen = true
    const { settings, log } = this.#context
    log.info(`the page for a code of the application ${clientId} is opened`)
    settings.openUrl(`${settings.webBase}/activate?user_code=${encodeURIComponent(userCode)}`)
  }

  /** Tells the game that the screen has ended, if there is one. */
  closeScreen(): void {
    if (!this.#hasScreen) return
    this.#hasScreen = false
    this.#context.handlers.emit('authorizeDeviceScreenClosed')
  }

  async #poll(device: Device, fields: Record<string, string>, signal: AbortSignal): Promise<TokenResponse> {
    const form = { ...fields, grant_type: DEVICE_GRANT, device_code: device.device_code }
    const endsAt = performance.now() + device.expires_in * 1_000
    for (let pauseMs = (device.interval ?? 5) * 1_000; ; ) {
      await pause(pauseMs, signal)
      try {
        return await requestTokens(this.#context, form)
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
}

function clientIdOf(args: DeviceAuthorizationArgs, applicationId: bigint): string {
  const clientId = args.valid ? args.ClientId() || applicationId : 0n
  if (clientId === 0n) throw new ResultFailure(ErrorType.ValidationError, 'An application id is missing.')
  if (args.Scopes().trim() === '') throw new ResultFailure(ErrorType.ValidationError, 'Scopes are missing.')
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
