import type { ChannelObject } from '@guildhall/protocol'
import type { ComponentType } from 'react'
import type { UsableCommand } from '../../../domain/commands/usable-commands.ts'

/** Properties of the form of a chosen command. */
export interface CommandFormProps {
  readonly usable: UsableCommand
  /** Text that was typed after the name: the value of the first option with text. */
  readonly text: string
  /** Whether the person has pressed Enter once more already. */
  readonly send: boolean
  readonly channel: ChannelObject
  readonly onClose: () => void
}

/** A command that was chosen from the list. */
export interface ChosenCommand extends Pick<CommandFormProps, 'usable' | 'text' | 'send'> {
  /** The form comes with the list, so that it takes the next key without loading anything. */
  readonly Form: ComponentType<CommandFormProps>
}
