/** Page of the sample activity. Tests drive it by what it puts on `window`. */
import { DiscordSDK, patchUrlMappings } from '@discord/embedded-app-sdk'
import type { Outcome } from './sample-activity.ts'

declare global {
  interface Window {
    sdk: DiscordSDK
    /** Events that `listen` subscribed to, in their order. */
    received: { event: string; data: unknown }[]
    patchUrlMappings: typeof patchUrlMappings
    call(name: string, args?: unknown): Promise<Outcome>
    listen(event: string, args?: unknown): Promise<void>
  }
}

const [applicationId = ''] = location.hostname.split('.')
const sdk = new DiscordSDK(applicationId, { disableConsoleLogOverride: true })
window.patchUrlMappings = patchUrlMappings
window.received = []
window.sdk = sdk

window.call = async (name, args) => {
  try {
    const command = sdk.commands[name as keyof typeof sdk.commands] as (args?: unknown) => Promise<unknown>
    return { data: await command(args) }
  } catch (error) {
    const { code, message } = error as { code: number; message: string }
    return { data: undefined, error: { code, message } }
  }
}

window.listen = async (event, args) => {
  const subscribe = sdk.subscribe.bind(sdk) as unknown as (
    event: string,
    listener: (data: unknown) => void,
    args?: unknown,
  ) => Promise<unknown>
  await subscribe(event, (data) => window.received.push({ event, data }), args)
}

void sdk.ready().then(() => {
  document.title = 'ready'
})
