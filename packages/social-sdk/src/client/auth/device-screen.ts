import type { ClientContext } from '../context.ts'

/** The page on which a player enters the code of a device. */
export class DeviceScreen {
  readonly #context: ClientContext
  #isOpen = false

  constructor(context: ClientContext) {
    this.#context = context
  }

  /** Opens the page for a code; the one before has ended. */
  open(userCode: string, clientId: bigint): void {
    this.close()
    this.#isOpen = true
    const { settings, log } = this.#context
    log.info(`the page for a code of the application ${clientId} is opened`)
    settings.openUrl(`${settings.webBase}/activate?user_code=${encodeURIComponent(userCode)}`)
  }

  /** Tells the game that the screen has ended, if there is one. The page in the browser stays open. */
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#context.handlers.emit('authorizeDeviceScreenClosed')
  }
}
