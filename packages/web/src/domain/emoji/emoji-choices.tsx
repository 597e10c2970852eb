import { useVirtualizer } from '@tanstack/react-virtual'
import { use, useMemo, useRef, useState } from 'react'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import styles from './emoji-picker.module.css'
import { customEmojis, unicodeEmojis } from './emojis.ts'
import { type Emoji, searchEmojis } from './search.ts'

const COLUMNS = 8
const ROW_PX = 40
const FOUND_MAX = 160

type Row = { readonly heading: string } | { readonly emojis: readonly Emoji[] }

/** The search field and the emoji of an open picker. */
export function EmojiChoices(props: { guildId: string | undefined; onPick: (emoji: Emoji) => void }) {
  const { guildId, onPick } = props
  const unicode = use(unicodeEmojis())
  const guilds = useClientState(({ guilds }) => guilds)
  const [text, setText] = useState('')
  const found = useMemo(() => {
    const all = [...customEmojis({ guilds }, guildId), ...unicode]
    return text.trim() === '' ? all : searchEmojis(all, text, FOUND_MAX)
  }, [guilds, guildId, unicode, text])
  const rows = useMemo(() => rowsOf(found, text.trim() === ''), [found, text])
  return (
    <>
      <input
        type="search"
        className={styles.search}
        aria-label={t('Search emoji')}
        placeholder={t('Search emoji')}
        value={text}
        autoFocus
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          const [first] = found
          if (event.key !== 'Enter' || !first || event.nativeEvent.isComposing) return
          event.preventDefault()
          onPick(first)
        }}
      />
      {rows.length === 0 ? (
        <p className={styles.none}>{t('No emoji has this name.')}</p>
      ) : (
        <Grid rows={rows} onPick={onPick} />
      )}
    </>
  )
}

function Grid({ rows, onPick }: { rows: readonly Row[]; onPick: (emoji: Emoji) => void }) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 4,
  })
  return (
    <div ref={scroller} className={styles.scroller}>
      <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return (
            <div key={index} className={styles.row} style={{ transform: `translateY(${start}px)` }}>
              {row && 'heading' in row ? (
                <h3 className={styles.heading}>{row.heading}</h3>
              ) : (
                row?.emojis.map((emoji) => <Choice key={emoji.id ?? emoji.name} emoji={emoji} onPick={onPick} />)
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Choice({ emoji, onPick }: { emoji: Emoji; onPick: (emoji: Emoji) => void }) {
  const label = `:${emoji.names[0]}:`
  return (
    <button type="button" className={styles.emoji} aria-label={label} title={label} onClick={() => onPick(emoji)}>
      {emoji.id ? (
        <img src={`/cdn/emojis/${emoji.id}.${emoji.animated ? 'gif' : 'webp'}?size=64`} alt="" loading="lazy" />
      ) : (
        emoji.name
      )}
    </button>
  )
}

function rowsOf(emojis: readonly Emoji[], withHeadings: boolean): Row[] {
  const rows: Row[] = []
  let group = ''
  let line: Emoji[] = []
  for (const emoji of emojis) {
    if (withHeadings && emoji.group !== group) {
      group = emoji.group
      line = []
      rows.push({ heading: group })
    }
    if (line.length === 0 || line.length === COLUMNS) {
      line = []
      rows.push({ emojis: line })
    }
    line.push(emoji)
  }
  return rows
}
