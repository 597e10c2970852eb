import type { ChannelObject, CommandParameterObject } from '@guildhall/protocol'
import type { UsableCommand } from '../../../domain/commands/usable-commands.ts'
import type { Entries, Entry } from './option-values.ts'

/** Properties of the field of an option. */
export interface OptionFieldProps {
  option: CommandParameterObject
  usable: UsableCommand
  channel: ChannelObject
  entries: Entries
  error: string | undefined
  autoFocus: boolean
  onEntry: (entry: Entry) => void
  /** Takes an optional field away again. */
  onRemove: (() => void) | undefined
}

/** Properties of a control of any kind. */
export interface ControlProps {
  id: string
  invalid: boolean
  describedBy: string
}
