import { Search, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { t } from '../../lib/language/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ChoiceBox } from '../../ui/choice-box.tsx'
import { type Choice, matchingChoices } from '../../ui/choices.ts'
import { useControlQuery } from './control-context.ts'
import { RECORD_KINDS } from './control-types.ts'
import styles from './filter-bar.module.css'
import { type InspectorSearch, kindsOf, TEXT_MAX, toggledKind } from './filters.ts'
import { nameOf, useNames } from './names.ts'
import { ID_FIELDS, ID_WORDS, type IdField, kindText, sessionKind, visible } from './record-words.ts'
import type { SearchChanges } from './use-search-state.ts'

/** Time without a key after which a text is searched for. */
const TYPING_MS = 250
const ID = /^[\w-]{4,64}$/

interface FilterProps {
  search: InspectorSearch
  change: (changes: SearchChanges) => void
}

/** The filters of the list. */
export function FilterBar({ search, change }: FilterProps) {
  const count = ID_FIELDS.filter((name) => search[name] !== undefined).length
  const [isOpen, setOpen] = useState(count > 0)
  const moreId = useId()
  const kinds = kindsOf(search.kind)
  return (
    <search className={styles.bar} aria-label={t('Filters')}>
      <TextFilter search={search} change={change} />
      <fieldset className={styles.kinds} aria-label={t('Kinds')}>
        {RECORD_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className={styles.kind}
            aria-pressed={kinds.includes(kind)}
            onClick={() => change({ kind: toggledKind(search.kind, kind) })}
          >
            {kindText(kind, 'many')}
          </button>
        ))}
      </fieldset>
      <Button
        size="small"
        look="quiet"
        className={styles.toggle ?? ''}
        aria-expanded={isOpen}
        aria-controls={moreId}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal size={16} aria-hidden />
        {count > 0 ? t('More filters ({count})', { count }) : t('More filters')}
      </Button>
      <div id={moreId} className={styles.more} data-open={isOpen || undefined}>
        <IdFilters search={search} change={change} />
      </div>
    </search>
  )
}

/** The text that records contain. It is searched for after a pause in typing. */
function TextFilter({ search, change }: FilterProps) {
  const given = search.text ?? ''
  const [text, setText] = useState(given)
  const sent = useRef(given)
  useEffect(() => {
    // Changed elsewhere, as by Back or Clear filters.
    if (given !== sent.current) setText(given)
    sent.current = given
  }, [given])
  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      change({ text: text === '' ? undefined : text })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, change])
  return (
    <div className={styles.text}>
      <Search size={16} aria-hidden />
      <input
        type="search"
        data-tape-filter
        aria-label={t('Filter by text')}
        aria-keyshortcuts="/"
        placeholder={t('Filter by text  ( / )')}
        value={text}
        maxLength={TEXT_MAX}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          if (text === '') event.currentTarget.blur()
          else setText('')
        }}
      />
    </div>
  )
}

/** Applications, guilds, people and sessions by name, or any id that is typed. */
function IdFilters({ search, change }: FilterProps) {
  const names = useNames()
  const { data: sessions } = useControlQuery('sessions', (control) => control.sessions())
  const choices = useMemo(() => {
    const named = (map: ReadonlyMap<string, string>): Choice[] =>
      [...map].map(([value, name]) => ({ value, label: visible(name), detail: value }))
    return {
      application_id: named(names.applications),
      guild_id: named(names.guilds),
      user_id: named(names.users),
      session_id: (sessions ?? []).map(({ session_id, user_id, kind }) => ({
        value: session_id,
        label: `${visible(nameOf(names.users, user_id))}, ${sessionKind(kind)}`,
        detail: session_id.slice(0, 8),
      })),
    }
  }, [names, sessions])
  return ID_FIELDS.map((name) => (
    <IdBox
      key={name}
      field={name}
      choices={choices[name]}
      value={search[name]}
      onChange={(value) => change({ [name]: value })}
    />
  ))
}

function IdBox(props: {
  field: IdField
  choices: readonly Choice[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const { field, choices, value, onChange } = props
  const label = t(ID_WORDS[field].name)
  const any = t(ID_WORDS[field].any)
  const [typed, setTyped] = useState('')
  const known = choices.find((choice) => choice.value === value)
  const chosen = value === undefined ? [] : [known ?? { value, label: value }]
  const text = typed.trim()
  const matching = matchingChoices(choices, text)
  const shown = matching.length === 0 && ID.test(text) ? [{ value: text, label: text, detail: t('this id') }] : matching
  return (
    <div className={styles.id}>
      <ChoiceBox
        label={label}
        listLabel={label}
        placeholder={any}
        choices={shown}
        chosen={chosen}
        min={0}
        onSearch={setTyped}
        onChange={([choice]) => onChange(choice?.value)}
      />
      {value !== undefined && (
        <IconButton label={any} onClick={() => onChange(undefined)}>
          <X size={16} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
