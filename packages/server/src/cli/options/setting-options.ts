import { SETTING_NAMES, SETTINGS } from '../../resources/accounts/instance-settings/model.ts'
import { readSetting } from '../../resources/accounts/instance-settings/rules.ts'
import type { Option, Options } from './option-reader.ts'

/** Draft of a command that reads settings of the instance from the environment. */
interface SettingsDraft {
  settings: Record<string, unknown>
}

/** Settings of the instance as options: they have variables, and no place on the command line. */
export const SETTING_OPTIONS: Options<SettingsDraft> = Object.fromEntries(
  SETTING_NAMES.map((name): [string, Option<SettingsDraft>] => [
    name.replaceAll('_', '-'),
    {
      value: 'VALUE',
      help: SETTINGS[name].help,
      read(draft, text) {
        const read = readSetting(name, text)
        if ('fault' in read) return read.fault
        draft.settings[name] = read.value
        return undefined
      },
    },
  ]),
)
