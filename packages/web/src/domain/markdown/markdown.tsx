import { displayName } from '@guildhall/client/questions'
import { Link } from '@tanstack/react-router'
import { createContext, Fragment, memo, type ReactNode, useContext, useMemo, useState } from 'react'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { coloursOfRole, colourVariables } from '../../lib/role-colours.ts'
import { fullTime, relativeTime } from '../../lib/time.ts'
import { requestCommand } from '../commands/command-requests.ts'
import styles from './markdown.module.css'
import type { MarkdownNode } from './nodes.ts'
import { parsedMarkdown } from './parsed.ts'
import { formatTimestamp } from './timestamp.ts'

/** Guild whose roles and nicknames mentions show; undefined outside of guilds. */
const GuildContext = createContext<string | undefined>(undefined)

/** Emojis of a message that has nothing else are shown large, up to this many. */
const LARGE_EMOJIS_MAX = 27
const UNICODE_EMOJI =
  /^(?:\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic})*|\p{RI}\p{RI}|\s)+$/u

/** Text of a message, with its Markdown rendered. */
export const Markdown = memo(function Markdown({ text, guildId }: { text: string; guildId?: string | undefined }) {
  const nodes = useMemo(() => parsedMarkdown(text), [text])
  const large = useMemo(() => isEmojiOnly(nodes), [nodes])
  return (
    <GuildContext value={guildId}>
      <div className={large ? `${styles.body} ${styles.large}` : styles.body}>{rendered(nodes)}</div>
    </GuildContext>
  )
})

function isEmojiOnly(nodes: readonly MarkdownNode[]): boolean {
  const [only, ...more] = nodes
  if (only?.kind !== 'paragraph' || more.length > 0 || only.children.length > LARGE_EMOJIS_MAX * 2) return false
  return only.children.every(
    (node) =>
      node.kind === 'emoji' ||
      (node.kind === 'text' && node.text.length <= LARGE_EMOJIS_MAX * 8 && UNICODE_EMOJI.test(node.text)),
  )
}

function rendered(nodes: readonly MarkdownNode[]): ReactNode[] {
  // Parsed text never changes its order, so that the index is a stable key.
  return nodes.map((node, index) => <Fragment key={index}>{renderedNode(node)}</Fragment>)
}

function renderedNode(node: MarkdownNode): ReactNode {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'break':
      return <br />
    case 'paragraph':
      return <div>{rendered(node.children)}</div>
    case 'strong':
      return <strong>{rendered(node.children)}</strong>
    case 'emphasis':
      return <em>{rendered(node.children)}</em>
    case 'underline':
      return <u>{rendered(node.children)}</u>
    case 'strike':
      return <s>{rendered(node.children)}</s>
    case 'subtext':
      return <div className={styles.subtext}>{rendered(node.children)}</div>
    case 'quote':
      return <blockquote className={styles.quote}>{rendered(node.children)}</blockquote>
    case 'spoiler':
      return <Spoiler>{rendered(node.children)}</Spoiler>
    case 'heading':
      return <Heading depth={node.depth}>{rendered(node.children)}</Heading>
    default:
      return renderedLeaf(node)
  }
}

function renderedLeaf(node: MarkdownNode): ReactNode {
  switch (node.kind) {
    case 'code':
      return <code className={styles.code}>{node.text}</code>
    case 'code-block':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wide code scrolls, also by keyboard
        <pre className={styles.block} tabIndex={0}>
          <code>{node.text}</code>
        </pre>
      )
    case 'list':
      return <MarkdownList node={node} />
    case 'link':
      return (
        <a href={node.href} target="_blank" rel="noopener noreferrer nofollow">
          {rendered(node.children)}
        </a>
      )
    case 'mention':
      return <Mention node={node} />
    case 'everyone':
      return <span className={styles.mention}>{node.text}</span>
    case 'command':
      return (
        <button type="button" className={styles.mention} onClick={() => requestCommand(node)}>
          /{node.name}
        </button>
      )
    case 'emoji':
      return <CustomEmoji id={node.id} name={node.name} animated={node.animated} />
    case 'timestamp':
      return <Timestamp timeMs={node.timeMs} style={node.style} />
    default:
      return null
  }
}

/** Headings of messages are below those of the page. */
function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  const className = styles[`heading${depth}`]
  return depth === 1 ? <h5 className={className}>{children}</h5> : <h6 className={className}>{children}</h6>
}

function MarkdownList({ node }: { node: Extract<MarkdownNode, { kind: 'list' }> }) {
  const items = node.items.map((item, index) => <li key={`${index}`}>{rendered(item)}</li>)
  if (node.start === null) return <ul className={styles.list}>{items}</ul>
  return (
    <ol className={styles.list} start={node.start}>
      {items}
    </ol>
  )
}

/** Hidden content. It is not in the document until the person opens it. */
function Spoiler({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  if (open) return <span className={styles.opened}>{children}</span>
  return (
    <button type="button" className={styles.spoiler} aria-label={t('Spoiler')} onClick={() => setOpen(true)}>
      {t('Spoiler')}
    </button>
  )
}

/** An emoji of a guild or an application. */
export function CustomEmoji({ id, name, animated }: { id: string; name: string; animated: boolean }) {
  const src = `/cdn/emojis/${id}.${animated ? 'gif' : 'webp'}?size=64`
  return (
    <img className={styles.emoji} src={src} alt={`:${name}:`} title={`:${name}:`} loading="lazy" draggable={false} />
  )
}

function Mention({ node }: { node: Extract<MarkdownNode, { kind: 'mention' }> }) {
  const guildId = useContext(GuildContext)
  const shown = useClientState(({ users, guilds, channels }) => {
    const guild = guilds.get(guildId ?? '')
    if (node.of === 'role') return `@${guild?.roles.get(node.id)?.name ?? t('unknown-role')}`
    if (node.of === 'channel') return `#${channels.get(node.id)?.name ?? t('unknown')}`
    const user = users.get(node.id)
    return `@${user ? displayName(user, guild?.members.get(node.id)) : t('unknown-user')}`
  })
  const role = useClientState(({ guilds }) =>
    node.of === 'role' ? guilds.get(guildId ?? '')?.roles.get(node.id) : undefined,
  )
  const target = useClientState(({ channels }) => (node.of === 'channel' ? channels.get(node.id) : undefined))
  const colours = role && coloursOfRole(role)
  if (colours) {
    return (
      <span className={`${styles.mention} ${styles.coloured}`} style={colourVariables(colours)}>
        {shown}
      </span>
    )
  }
  if (!target?.guild_id) return <span className={styles.mention}>{shown}</span>
  return (
    <Link
      className={styles.mention}
      to="/channels/$guildId/$channelId"
      params={{ guildId: target.guild_id, channelId: target.id }}
    >
      {shown}
    </Link>
  )
}

function Timestamp({ timeMs, style }: { timeMs: number; style: string }) {
  const date = new Date(timeMs)
  if (Number.isNaN(date.getTime())) return <span>{timeMs}</span>
  const iso = date.toISOString()
  return (
    <time className={styles.timestamp} dateTime={iso} title={fullTime(iso)}>
      {style === 'R' ? relativeTime(timeMs) : formatTimestamp(date, style)}
    </time>
  )
}
