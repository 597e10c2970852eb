import { type CommandOptionObject, type CommandParameterObject, OptionType } from '@guildhall/protocol'

/** An option of an interaction. */
export interface SentOption {
  readonly type: number
  readonly name: string
  readonly value?: string | number | boolean
  readonly options?: readonly SentOption[]
}

/** Returns the options of an interaction from the texts that an activity gave. Unknown ones are left out. */
export function sharedOptions(
  path: readonly CommandOptionObject[],
  known: readonly CommandParameterObject[],
  given: readonly { readonly name: string; readonly value: string }[],
): readonly SentOption[] {
  const values = given.flatMap(({ name, value }): SentOption[] => {
    const option = known.find((one) => one.name === name)
    return option ? [{ type: option.type, name, value: typedValue(option.type, value) }] : []
  })
  return path.toReversed().reduce<readonly SentOption[]>((options, { type, name }) => [{ type, name, options }], values)
}

function typedValue(type: number, text: string): string | number | boolean {
  if (type === OptionType.INTEGER || type === OptionType.NUMBER) return Number(text)
  return type === OptionType.BOOLEAN ? text === 'true' : text
}
