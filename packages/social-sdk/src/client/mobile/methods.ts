import type { IsDiscordAppInstalledCallback } from '../../callbacks/types.ts'
import { callback } from '../../objects/kinds.ts'
import { declareParameters } from '../../objects/parameters.ts'
import { AudioMethods } from '../audio/methods.ts'
import type { Given, Once } from '../base.ts'
import { unfinishedBare } from '../unfinished.ts'

/** Mobile devices. */
export abstract class MobileMethods extends AudioMethods {
  /** Asks whether the app is installed on a mobile device; false elsewhere. Since 1.6. */
  IsDiscordAppInstalled(callback?: Given<IsDiscordAppInstalledCallback>): Once<IsDiscordAppInstalledCallback> {
    return unfinishedBare(this, 'IsDiscordAppInstalled', callback, [false])
  }
}

declareParameters(MobileMethods, {
  IsDiscordAppInstalled: { callback: callback },
})
