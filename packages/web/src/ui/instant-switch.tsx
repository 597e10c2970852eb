import type { ComponentProps } from 'react'
import { SwitchField } from './field.tsx'
import { useInstantChoice } from './use-instant-choice.ts'

type Props = Omit<ComponentProps<typeof SwitchField>, 'checked' | 'onChange'> & {
  checked: boolean
  /** Saves the choice. Resolves after `checked` has changed, or to false without a change. */
  onSave: (on: boolean) => Promise<boolean>
}

/** A labelled switch without a button to save: a click saves it. */
export function InstantSwitch({ checked, onSave, ...rest }: Props) {
  const [on, choose] = useInstantChoice(checked, onSave)
  return <SwitchField {...rest} checked={on} onChange={({ target }) => choose(target.checked)} />
}
