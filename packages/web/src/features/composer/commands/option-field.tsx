import { type CommandParameterObject, OptionType } from '@guildhall/protocol'
import { X } from 'lucide-react'
import { useId } from 'react'
import { localName } from '../../../domain/commands/usable-commands.ts'
import type { Entity, EntityKind } from '../../../domain/entities/entities.ts'
import { EntityBox } from '../../../domain/entities/entity-box.tsx'
import { acceptOf } from '../../../lib/file-types.ts'
import { t } from '../../../lib/language/text.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ChoiceBox } from '../../../ui/choice-box.tsx'
import field from '../../../ui/field.module.css'
import { FileInput } from '../../../ui/file-input.tsx'
import styles from './command-form.module.css'
import { CompletedBox } from './completed-box.tsx'
import type { ControlProps, OptionFieldProps } from './option-props.ts'
import type { Chosen, Entry } from './option-values.ts'

/** The field of an option with its name, description and fault. */
export function OptionField(props: OptionFieldProps) {
  const { option, error, onRemove } = props
  const id = useId()
  const name = localName(option)
  const control = { id, invalid: error !== undefined, describedBy: error ? `${id}-hint ${id}-error` : `${id}-hint` }
  return (
    <div className={styles.field}>
      <div className={styles.labels}>
        <label className={styles.label} htmlFor={id}>
          {name}
        </label>
        {onRemove && (
          <IconButton label={t('Remove {name}', { name })} className={styles.remove ?? ''} onClick={onRemove}>
            <X size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      <Control {...props} control={control} />
      <p id={`${id}-hint`} className={styles.hint}>
        {option.description_localized || option.description}
      </p>
      {error && (
        <p id={`${id}-error`} className={field.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

const ENTITY_KINDS: Readonly<Record<number, EntityKind>> = {
  [OptionType.USER]: 'user',
  [OptionType.CHANNEL]: 'channel',
  [OptionType.ROLE]: 'role',
  [OptionType.MENTIONABLE]: 'mentionable',
}

function Control(props: OptionFieldProps & { control: ControlProps }) {
  const { option, channel, entries, control, autoFocus, onEntry } = props
  const entry = entries[option.name]
  const kind = ENTITY_KINDS[option.type]
  if (kind) {
    return (
      <EntityBox
        {...control}
        kind={kind}
        place={{ channelId: channel.id, guildId: channel.guild_id ?? null }}
        {...(option.channel_types ? { channelTypes: option.channel_types } : {})}
        chosen={chosenEntity(entry)}
        autoFocus={autoFocus}
        takesOnTab
        onChange={([entity]) => onEntry(entity && { ...entity, name: entity.label })}
      />
    )
  }
  if (option.choices && option.choices.length > 0) return <Choices {...props} choices={option.choices} />
  if (option.autocomplete) return <CompletedBox {...props} />
  const aria = { id: control.id, 'aria-invalid': control.invalid || undefined, 'aria-describedby': control.describedBy }
  if (option.type === OptionType.BOOLEAN) {
    return (
      <div className={`${field.switch} ${styles.switchBox}`}>
        <input
          {...aria}
          type="checkbox"
          role="switch"
          aria-checked={entry === true}
          checked={entry === true}
          autoFocus={autoFocus}
          onChange={({ target }) => onEntry(target.checked)}
        />
      </div>
    )
  }
  if (option.type === OptionType.ATTACHMENT) {
    return (
      <FileInput
        {...aria}
        accept={acceptOf(option.file_types)}
        autoFocus={autoFocus}
        onChange={({ target }) => onEntry(target.files?.[0])}
      />
    )
  }
  return (
    <input
      {...aria}
      type="text"
      className={field.input}
      inputMode={
        option.type === OptionType.INTEGER ? 'numeric' : option.type === OptionType.NUMBER ? 'decimal' : 'text'
      }
      autoComplete="off"
      value={typeof entry === 'string' ? entry : ''}
      autoFocus={autoFocus}
      onChange={({ target }) => onEntry(target.value)}
    />
  )
}

/** An entity in a field keeps its kind, so that its picture can be shown. */
function chosenEntity(entry: Entry): readonly Entity[] {
  return typeof entry === 'object' && 'kind' in entry ? [entry as unknown as Entity] : []
}

function Choices(
  props: OptionFieldProps & { control: ControlProps; choices: NonNullable<CommandParameterObject['choices']> },
) {
  const { option, entries, control, choices, autoFocus, onEntry } = props
  const entry = entries[option.name]
  const all = choices.map((choice, index) => ({ value: String(index), label: localName(choice), sent: choice.value }))
  const chosen = typeof entry === 'object' && 'value' in entry ? (entry as Chosen) : undefined
  return (
    <ChoiceBox
      {...control}
      listLabel={localName(option)}
      placeholder={t('Choose')}
      choices={all}
      chosen={all.filter(({ label, sent }) => label === chosen?.name && sent === chosen.value)}
      min={option.required ? 1 : 0}
      autoFocus={autoFocus}
      takesOnTab
      onChange={([choice]) => onEntry(choice && { name: choice.label, value: choice.sent })}
    />
  )
}
