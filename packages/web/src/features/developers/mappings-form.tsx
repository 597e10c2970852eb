import { MAPPING_PART_MAX } from '@guildhall/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { useSave } from '../../ui/use-save.ts'
import styles from './mappings-form.module.css'

interface Mapping {
  readonly prefix: string
  readonly target: string
}

/** A mapping of the form; the key keeps the fields of a row together while rows move. */
interface Row extends Mapping {
  readonly key: string
}

const ICON = { size: 16, 'aria-hidden': true } as const

/** Edits the URL mappings of an activity: a host for the page itself, and further prefixes in the order of checks. */
export function MappingsForm(props: { applicationId: string; stored: readonly Mapping[] }) {
  const { applicationId, stored } = props
  const client = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const newKey = useKeys()
  const [root, setRoot] = useState(stored.find(({ prefix }) => prefix === '/')?.target ?? '')
  const [rows, setRows] = useState<readonly Row[]>(() =>
    stored.filter(({ prefix }) => prefix !== '/').map((mapping) => ({ ...mapping, key: newKey() })),
  )
  const change = (key: string, changes: Partial<Mapping>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)))

  function submit(event: FormEvent) {
    event.preventDefault()
    const url_map = [
      ...rows.map(({ prefix, target }) => ({ prefix: prefix.trim(), target: target.trim() })),
      ...(root.trim() === '' ? [] : [{ prefix: '/', target: root.trim() }]),
    ]
    void saving.run(async () => {
      await client.api.call('replace_proxy_config', { params: { application_id: applicationId }, body: { url_map } })
      await queries.invalidateQueries({ queryKey: ['application', applicationId] })
    })
  }

  const faultAt = (index: number, field: keyof Mapping) => saving.errorOf('url_map', String(index), field)
  const faults = [...rows, root].some((_, index) => faultAt(index, 'prefix') ?? faultAt(index, 'target'))
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label={t('Host of the page (prefix /)')}
        value={root}
        onChange={({ target }) => setRoot(target.value)}
        placeholder="game.example"
        hint={t('A host, perhaps with a folder, without https://. Leave all mappings empty to end the activity.')}
        error={faultAt(rows.length, 'target') ?? (faults ? undefined : saving.errorOf('url_map'))}
      />
      {rows.map(({ key, prefix, target }, index) => (
        <MappingRow
          key={key}
          number={index + 1}
          mapping={{ prefix, target }}
          shadow={shadowOf(rows, index)}
          faultOf={(field) => faultAt(index, field)}
          onChange={(changes) => change(key, changes)}
          onMove={(by) => setRows(moved(rows, index, by))}
          first={index === 0}
          last={index === rows.length - 1}
          onRemove={() => setRows(rows.filter((row) => row.key !== key))}
        />
      ))}
      <div>
        <Button onClick={() => setRows([...rows, { key: newKey(), prefix: '', target: '' }])}>
          {t('Add mapping')}
        </Button>
      </div>
      <SaveBar saving={{ ...saving, error: faults || saving.errorOf('url_map') ? null : saving.error }} />
    </form>
  )
}

function MappingRow(props: {
  number: number
  mapping: Mapping
  /** Warning about the order of the mappings. */
  shadow: string | undefined
  faultOf: (field: keyof Mapping) => string | undefined
  first: boolean
  last: boolean
  onChange: (changes: Partial<Mapping>) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}) {
  const { number, mapping, shadow, faultOf, first, last, onChange, onMove, onRemove } = props
  return (
    <fieldset className={styles.row}>
      <legend className="visually-hidden">{t('Mapping {number}', { number })}</legend>
      <TextField
        label={t('Prefix {number}', { number })}
        value={mapping.prefix}
        onChange={({ target }) => onChange({ prefix: target.value })}
        placeholder="/api"
        required
        maxLength={MAPPING_PART_MAX}
        error={faultOf('prefix')}
        hint={shadow}
      />
      <TextField
        label={t('Target {number}', { number })}
        value={mapping.target}
        onChange={({ target }) => onChange({ target: target.value })}
        placeholder="api.game.example/v1"
        required
        maxLength={MAPPING_PART_MAX}
        error={faultOf('target')}
      />
      <div className={styles.buttons}>
        <IconButton label={t('Move mapping {number} up', { number })} disabled={first} onClick={() => onMove(-1)}>
          <ArrowUp {...ICON} />
        </IconButton>
        <IconButton label={t('Move mapping {number} down', { number })} disabled={last} onClick={() => onMove(1)}>
          <ArrowDown {...ICON} />
        </IconButton>
        <IconButton label={t('Remove mapping {number}', { number })} onClick={onRemove}>
          <X {...ICON} />
        </IconButton>
      </div>
    </fieldset>
  )
}

/** Returns a source of keys for the rows of one form. */
function useKeys(): () => string {
  const prefix = useId()
  const [source] = useState(() => ({ next: 0 }))
  return () => {
    source.next += 1
    return `${prefix}${source.next}`
  }
}

function moved(rows: readonly Row[], index: number, by: 1 | -1): readonly Row[] {
  const next = [...rows]
  const [row] = next.splice(index, 1)
  if (row) next.splice(index + by, 0, row)
  return next
}

/** Returns a warning for a prefix that an earlier one always matches first. */
function shadowOf(rows: readonly Row[], index: number): string | undefined {
  const prefix = rows[index]?.prefix ?? ''
  const shadow = rows.slice(0, index).find((row) => row.prefix !== '' && prefix.startsWith(`${row.prefix}/`))
  return shadow && t('Never reached: {prefix} stands before it. Move it up.', { prefix: shadow.prefix })
}
