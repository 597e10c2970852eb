import { useVirtualizer } from '@tanstack/react-virtual'
import { Popover, Slot } from 'radix-ui'
import { type ReactNode, type RefObject, Suspense, use, useMemo, useRef, useState } from 'react'
import { useClientState } from '../../gateway/react.tsx'
import styles from './emoji-picker.module.css'
import { customEmojis, unicodeEmojis } from './emojis.ts'
import { type Emoji, searchEmojis } from './search.ts'

const COLUMNS = 8
const ROW_PX = 40
const FOUND_MAX = 160

/** A button that opens the emoji picker. `children` is the button. */
export function EmojiPicker(props: {
  guildId?: string | undefined
  onPick: (emoji: Emoji) => void
  /** Takes the focus when the picker closes, in place of the button. */
  onDone?: () => void
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Slot.Root
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={open}
        data-state={open ? 'open' : 'closed'}
        onClick={() => setOpen(!open)}
      >
        {props.children}
      </Slot.Root>
      {open && <OpenPicker {...props} button={button} setOpen={setOpen} />}
    </>
  )
}

/** The open picker. Every message has a button for it, so that a closed one costs no more than its button. */
function OpenPicker(props: {
  guildId?: string | undefined
  onPick: (emoji: Emoji) => void
  onDone?: () => void
  button: RefObject<HTMLButtonElement | null>
  setOpen: (open: boolean) => void
}) {
  const { guildId, onPick, onDone, button, setOpen } = props
  const anchor = button as RefObject<HTMLButtonElement>
  return (
    <Popover.Root open onOpenChange={setOpen}>
      <Popover.Anchor virtualRef={anchor} />
      {/* All that is outside of an open modal dialog is inert. */}
      <Popover.Portal container={button.current?.closest('dialog') ?? null}>
        <Popover.Content
          className={styles.picker}
          aria-label="Emoji"
          side="top"
          align="end"
          collisionPadding={8}
          onInteractOutside={(event) => button.current?.contains(event.target as Node) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (onDone) onDone()
            else button.current?.focus()
          }}
        >
          <Suspense fallback={<div className={styles.loading} aria-busy="true" />}>
            <Choices
              guildId={guildId}
              onPick={(emoji) => {
                setOpen(false)
                onPick(emoji)
              }}
            />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

type Row = { readonly heading: string } | { readonly emojis: readonly Emoji[] }

function Choices({ guildId, onPick }: { guildId: string | undefined; onPick: (emoji: Emoji) => void }) {
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
        aria-label="Search emoji"
        placeholder="Search emoji"
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
        <p className={styles.none}>No emoji has this name.</p>
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
