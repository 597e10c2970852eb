import { ComponentType, type ModalInputObject, type SelectObject, TextInputStyle } from '@guildhall/protocol'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { choiceEmoji, defaultEntities, defaultStrings, stringChoices } from '../../domain/components/select-choices.tsx'
import { entityKindOf, isSelect, placeholderOf } from '../../domain/components/view.ts'
import type { Entity, EntityPlace } from '../../domain/entities/entities.ts'
import { EntityBox } from '../../domain/entities/entity-box.tsx'
import { useClient } from '../../gateway/react.tsx'
import { acceptOf } from '../../lib/file-types.ts'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { ChoiceBox } from '../../ui/choice-box.tsx'
import type { Choice } from '../../ui/choices.ts'
import field from '../../ui/field.module.css'
import { FileInput } from '../../ui/file-input.tsx'
import { boundsOf, isRequired, type ModalField, type ModalValue } from './modal-fields.ts'
import styles from './modal-form.module.css'

interface InputProps {
  field: ModalField
  value: ModalValue
  error: string | undefined
  place: EntityPlace
  onChange: (value: ModalValue) => void
}

interface Tied extends InputProps {
  id: string
  describedBy: string | undefined
}

/** A field of a modal with its label, description and fault. */
export function ModalInput(props: InputProps) {
  const { field: shown, error } = props
  const { label, description, input } = shown
  const id = useId()
  const ids = [description ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean)
  const tied = { ...props, id, describedBy: ids.join(' ') || undefined }
  const optional = !isRequired(input) && input.type !== ComponentType.CHECKBOX
  const below = (
    <>
      {description && (
        <p id={`${id}-hint`} className={styles.hint}>
          {description}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={field.error} role="alert">
          {error}
        </p>
      )}
    </>
  )
  if (input.type === ComponentType.CHECKBOX) {
    return (
      <div className={styles.checkbox}>
        <Checkbox {...tied} />
        <div className={styles.field}>
          <label className={styles.label} htmlFor={id}>
            {label}
          </label>
          {below}
        </div>
      </div>
    )
  }
  const isGroup = input.type === ComponentType.RADIO_GROUP || input.type === ComponentType.CHECKBOX_GROUP
  const Label = isGroup ? 'span' : 'label'
  return (
    <div className={styles.field}>
      <p>
        <Label id={`${id}-label`} className={styles.label} {...(isGroup ? {} : { htmlFor: id })}>
          {label}
        </Label>
        {optional && <span className={styles.optional}> {t('(optional)')}</span>}
      </p>
      <Control {...tied} input={input} />
      {below}
    </div>
  )
}

function Control(props: Tied & { input: ModalInputObject }) {
  const { input } = props
  if (isSelect(input)) return <Select {...props} select={input} />
  switch (input.type) {
    case ComponentType.TEXT_INPUT:
      return <TextInput {...props} input={input} />
    case ComponentType.FILE_UPLOAD:
      return <Upload {...props} input={input} />
    case ComponentType.RADIO_GROUP:
    case ComponentType.CHECKBOX_GROUP:
      return <Group {...props} input={input} />
    default:
      return null
  }
}

function Checkbox({ id, describedBy, value, onChange }: Tied) {
  return (
    <input
      id={id}
      type="checkbox"
      aria-describedby={describedBy}
      checked={value === true}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}

function TextInput(props: Tied & { input: Extract<ModalInputObject, { type: 4 }> }) {
  const { id, describedBy, error, input, value, onChange } = props
  const shared = {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': error ? true : undefined,
    'aria-required': isRequired(input),
    placeholder: input.placeholder,
    value: String(value ?? ''),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  } as const
  if (input.style === TextInputStyle.PARAGRAPH)
    return <textarea {...shared} rows={4} className={`${field.input} ${field.area}`} />
  return <input {...shared} type="text" className={field.input} />
}

function Select({ select, ...props }: Tied & { select: SelectObject }) {
  const client = useClient()
  const { id, describedBy, error, place, field: shown, onChange } = props
  const kind = entityKindOf(select)
  const [chosen, setChosen] = useState<readonly Choice[]>(() =>
    kind ? defaultEntities(client.state, place.guildId, select) : defaultStrings(select),
  )
  const { min, max } = boundsOf(select)
  const box = {
    id,
    describedBy,
    invalid: error !== undefined,
    placeholder: placeholderOf(select),
    // An optional select can be emptied, whatever its minimum.
    min: isRequired(select) ? min : 0,
    max,
    takesOnTab: max === 1,
    onChange(values: readonly Choice[]) {
      setChosen(values)
      onChange(values)
    },
  }
  if (kind) {
    return (
      <EntityBox
        {...box}
        kind={kind}
        place={place}
        chosen={chosen as readonly Entity[]}
        {...(select.channel_types ? { channelTypes: select.channel_types } : {})}
      />
    )
  }
  return (
    <ChoiceBox {...box} listLabel={shown.label} chosen={chosen} choices={stringChoices(select)} icon={choiceEmoji} />
  )
}

function Group(props: Tied & { input: Extract<ModalInputObject, { type: 21 | 22 }> }) {
  const { id, describedBy, error, input, value, onChange } = props
  const single = input.type === ComponentType.RADIO_GROUP
  const chosen = single ? [value as string | null] : (value as readonly string[])
  const full = !single && chosen.length >= boundsOf(input).max

  function toggle(option: string, on: boolean) {
    if (single) return onChange(option)
    const rest = (value as readonly string[]).filter((other) => other !== option)
    onChange(on ? [...rest, option] : rest)
  }

  return (
    <fieldset
      {...(single ? { role: 'radiogroup', 'aria-required': isRequired(input) } : {})}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      aria-invalid={error ? true : undefined}
      className={`${styles.choices} ${styles.group}`}
    >
      {input.options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type={single ? 'radio' : 'checkbox'}
            name={id}
            checked={chosen.includes(option.value)}
            disabled={full && !chosen.includes(option.value)}
            onChange={({ target }) => toggle(option.value, target.checked)}
          />
          <span className={styles.choiceText}>
            {option.label} {option.description && <span className={styles.hint}>{option.description}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Upload(props: Tied & { input: Extract<ModalInputObject, { type: 19 }> }) {
  const { id, describedBy, error, input, value, onChange } = props
  const files = value as readonly File[]
  const { max } = boundsOf(input)
  return (
    <div className={styles.files}>
      <FileInput
        id={id}
        aria-describedby={describedBy}
        aria-invalid={error ? true : undefined}
        multiple={max > 1}
        accept={acceptOf(input.file_types)}
        onChange={({ target }) => onChange([...(target.files ?? [])])}
      />
      {files.length > 1 && (
        <ul className={styles.files} aria-label={t('Chosen files')}>
          {files.map((file) => (
            <li key={`${file.name} ${file.lastModified} ${file.size}`} className={styles.file}>
              {file.name}
              <IconButton
                label={t('Remove {name}', { name: file.name })}
                onClick={() => onChange(files.filter((other) => other !== file))}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
