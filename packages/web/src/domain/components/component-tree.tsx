import type { ShownMessage } from '@guildhall/client/records'
import {
  type ActionRowObject,
  type ChannelObject,
  ComponentType,
  type ContainerObject,
  type FileComponentObject,
  type MessageComponentObject,
  type SectionObject,
  SeparatorSpacing,
} from '@guildhall/protocol'
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { isWebLink } from '../../lib/links.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { sizeText } from '../messages/attachment-kinds.ts'
import { ComponentButton } from './component-button.tsx'
import { ComponentSelect } from './component-select.tsx'
import styles from './component-tree.module.css'
import { Gallery, MediaItem, Spoiler } from './media.tsx'
import { ComponentContext, useComponentPlace } from './use-component.ts'
import { colourOf, isSelect, knownComponents } from './view.ts'

/** The components of a message, and the failure of the one that was used last. */
export default function ComponentTree({ message, channel }: { message: ShownMessage; channel: ChannelObject }) {
  const { known, unknown } = knownComponents(message.components ?? [])
  return (
    <ComponentContext value={{ message, channel }}>
      <div className={styles.tree}>
        {known.map((component, index) => (
          <Component key={component.id ?? index} component={component} />
        ))}
        {unknown > 0 && <p className={styles.note}>{t('This app does not know a part of this message.')}</p>}
        <Failure messageId={message.id} />
      </div>
    </ComponentContext>
  )
}

function Failure({ messageId }: { messageId: string }) {
  const error = useClientState(({ interactions }) => {
    for (const pending of interactions.values())
      if (pending.messageId === messageId && pending.state === 'failed') return pending.error
    return undefined
  })
  if (!error) return null
  return (
    <p className={styles.failure} role="alert">
      {error}
    </p>
  )
}

function Component({ component }: { component: MessageComponentObject }) {
  switch (component.type) {
    case ComponentType.ACTION_ROW:
      return <Row row={component} />
    case ComponentType.SECTION:
      return <Section section={component} />
    case ComponentType.TEXT_DISPLAY:
      return <Text content={component.content} />
    case ComponentType.MEDIA_GALLERY:
      return <Gallery items={component.items} />
    case ComponentType.FILE:
      return <FileCard component={component} />
    case ComponentType.SEPARATOR: {
      const spacing = component.spacing === SeparatorSpacing.LARGE ? styles.large : styles.small
      return component.divider ? (
        <hr className={`${styles.divider} ${spacing}`} />
      ) : (
        <div className={`${styles.gap} ${spacing}`} aria-hidden />
      )
    }
    case ComponentType.CONTAINER:
      return <Container container={component} />
  }
}

function Row({ row }: { row: ActionRowObject }) {
  return (
    <div className={styles.row}>
      {row.components.map((child, index) => {
        if (isSelect(child)) return <ComponentSelect key={child.id ?? index} select={child} />
        return child.type === ComponentType.BUTTON ? <ComponentButton key={child.id ?? index} button={child} /> : null
      })}
    </div>
  )
}

function Text({ content }: { content: string }) {
  const { channel } = useComponentPlace()
  return (
    <div className={styles.text}>
      <Markdown text={content} guildId={channel.guild_id} />
    </div>
  )
}

function Section({ section }: { section: SectionObject }) {
  const { accessory } = section
  return (
    <div className={styles.section}>
      <div className={styles.texts}>
        {section.components.map(({ id, content }, index) => (
          <Text key={id ?? index} content={content} />
        ))}
      </div>
      <div className={styles.accessory}>
        {accessory.type === ComponentType.BUTTON ? (
          <ComponentButton button={accessory} />
        ) : (
          <div className={styles.thumbnail}>
            <MediaItem item={accessory} />
          </div>
        )}
      </div>
    </div>
  )
}

function Container({ container }: { container: ContainerObject }) {
  const colour = colourOf(container.accent_color)
  const children: ReactNode = container.components.map((child, index) => (
    <Component key={child.id ?? index} component={child} />
  ))
  return (
    <div
      className={styles.container}
      data-accent={colour !== undefined || undefined}
      style={colour === undefined ? undefined : { ['--accent-edge' as string]: colour }}
    >
      {container.spoiler ? <Spoiler>{children}</Spoiler> : children}
    </div>
  )
}

function FileCard({ component }: { component: FileComponentObject }) {
  const { file, name, size, spoiler } = component
  const shown = name || file.url.split('/').at(-1)?.split('?')[0] || t('File')
  const card = (
    <p className={styles.file}>
      <FileText size={20} aria-hidden />
      {isWebLink(file.url) ? (
        <a href={file.url} target="_blank" rel="noopener noreferrer nofollow">
          {shown}
        </a>
      ) : (
        shown
      )}
      {size != null && <span className={styles.size}>{sizeText(size)}</span>}
    </p>
  )
  return spoiler ? <Spoiler>{card}</Spoiler> : card
}
