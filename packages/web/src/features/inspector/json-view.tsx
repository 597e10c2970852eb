import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import styles from './json-view.module.css'
import { visible } from './record-words.ts'

/** Depth to which values are unfolded at first. */
const OPEN_DEPTH = 3
/** Entries of a list or object that are shown at a time. */
const ENTRIES = 100
const INDENT_PX = 16

/** A JSON value as foldable lines. Everything is shown as text. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  return (
    <section className={styles.view} dir="ltr" aria-label={label}>
      <JsonNode value={value} depth={0} end="" />
    </section>
  )
}

function JsonNode({ name, value, depth, end }: { name?: string; value: unknown; depth: number; end: string }) {
  const key = name === undefined ? null : <span className={styles.key}>{`"${visible(name)}": `}</span>
  if (typeof value === 'object' && value !== null) {
    return <Container name={name} keyText={key} value={value} depth={depth} end={end} />
  }
  return (
    <Line depth={depth}>
      {key}
      <Scalar value={value} />
      {end}
    </Line>
  )
}

function Scalar({ value }: { value: unknown }) {
  if (typeof value === 'string') return <bdi className={styles.text}>{visible(JSON.stringify(value))}</bdi>
  return <span className={typeof value === 'number' ? styles.number : styles.keyword}>{String(value)}</span>
}

function Container(props: { name: string | undefined; keyText: ReactNode; value: object; depth: number; end: string }) {
  const { name, keyText, value, depth, end } = props
  const isList = Array.isArray(value)
  const entries: [name: string | undefined, value: unknown][] = isList
    ? value.map((entry) => [undefined, entry])
    : Object.entries(value)
  const [open, setOpen] = useState(depth < OPEN_DEPTH)
  const [shown, setShown] = useState(ENTRIES)
  const [first, last] = isList ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) return <Line depth={depth}>{[keyText, `${first}${last}${end}`]}</Line>
  const count = entries.length
  const words = isList
    ? t('{count, plural, one {# entry} other {# entries}}', { count })
    : t('{count, plural, one {# field} other {# fields}}', { count })
  const Icon = open ? ChevronDown : ChevronRight
  return (
    <>
      <Line depth={depth}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-label={`${name === undefined ? t('Value') : visible(name)}, ${words}`}
          onClick={() => setOpen(!open)}
        >
          <Icon size={16} aria-hidden />
        </button>
        {keyText}
        {first}
        {!open && (
          <>
            <span className={styles.count}>{words}</span>
            {last}
            {end}
          </>
        )}
      </Line>
      {open &&
        entries
          .slice(0, shown)
          .map(([name, entry], index) => (
            <JsonNode
              key={name ?? index}
              {...(name !== undefined && { name })}
              value={entry}
              depth={depth + 1}
              end={index < entries.length - 1 ? ',' : ''}
            />
          ))}
      {open && entries.length > shown && (
        <Line depth={depth + 1}>
          <Button size="small" look="quiet" onClick={() => setShown(shown + ENTRIES * 10)}>
            {t('Show {count} more', { count: Math.min(ENTRIES * 10, entries.length - shown) })}
          </Button>
        </Line>
      )}
      {open && (
        <Line depth={depth}>
          {last}
          {end}
        </Line>
      )}
    </>
  )
}

function Line({ depth, children }: { depth: number; children: ReactNode }) {
  return (
    <div className={styles.line} style={{ paddingInlineStart: (depth + 1) * INDENT_PX }}>
      {children}
    </div>
  )
}
