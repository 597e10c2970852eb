import type { Static } from 'typebox'
import { Type } from '../../../validation/schema.ts'
import { type InstanceSettings, SETTING_NAMES, SETTINGS, type Setting } from './model.ts'

/** Settings as operators see them. A secret that is set is shown as `true`. */
export const SettingsObject = Type.Object({
  settings: Type.Record(Type.String(), Type.Unknown()),
  /** Names of settings that the environment gives, which cannot be changed. */
  locked: Type.Array(Type.String()),
})

/** Returns a setting for operators and for their log. */
export function presentSetting(name: (typeof SETTING_NAMES)[number], value: unknown): unknown {
  const setting: Setting = SETTINGS[name]
  if (!setting.isSecret || value === null) return value
  return setting.shown ? setting.shown(value as never) : true
}

/** Returns the settings that are in force for operators. */
export function presentSettings(
  settings: InstanceSettings,
  given: Readonly<Record<string, unknown>>,
): Static<typeof SettingsObject> {
  const shown = SETTING_NAMES.map((name) => [name, presentSetting(name, settings[name])])
  return { settings: Object.fromEntries(shown), locked: SETTING_NAMES.filter((name) => Object.hasOwn(given, name)) }
}
