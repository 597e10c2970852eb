import type { IsDiscordAppInstalledCallback } from '../../callbacks/types.ts'
import { callback } from '../../objects/kinds.ts'
import { declareParameters } from '../../objects/parameters.ts'
import { AudioMethods } from '../audio/methods.ts'
import { type Given, type Once, onceBare } from '../base.ts'

/** Mobile devices. */
export abstract class MobileMethods extends AudioMethods {
  /** Asks whether the app is installed on a mobile device; false elsewhere. Since 1.6. */
  IsDiscordAppInstalled(callback?: Given<IsDiscordAppInstalledCallback>): Once<IsDiscordAppInstalledCallback> {
    // The platform has no app for mobile devices.
    return onceBare(this, callback, [false], () => [false])
  }
}

declareParameters(MobileMethods, {
  IsDiscordAppInstalled: { callback: callback },
})
