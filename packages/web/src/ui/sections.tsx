import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type Message, t } from '../lib/language/text.ts'
import styles from './sections.module.css'

/** A section of a page of sections. */
export interface SectionEntry {
  /** Last part of the section's address. */
  readonly path: string
  readonly title: Message
  /** Heading above the section's link. Neighbours of the same group share it. */
  readonly group?: Message
}

/** Returns the section with a path, or the first one. */
export function sectionAt<S extends SectionEntry>(sections: readonly [S, ...S[]], path: string | undefined): S {
  return sections.find((section) => section.path === path) ?? sections[0]
}

/** A page of several sections: their links at the left, the open one beside them. */
export function SectionsPage(props: {
  title: string
  /** Link back to the page from which the person came. */
  back: ReactNode
  /** Returns the address of a section. */
  linkTo: (path: string) => LinkProps
  sections: readonly SectionEntry[]
  open: SectionEntry | undefined
  /** Links to other pages, below those of the sections. */
  more?: ReactNode
  children: ReactNode
}) {
  const { title, back, linkTo, sections, open, more, children } = props
  const groups = useRef<HTMLDivElement>(null)
  const path = open?.path
  useEffect(() => {
    // On a narrow screen the links are one row, which may begin far from the open one.
    const current = path === undefined ? null : groups.current?.querySelector('[aria-current="page"]')
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return (
    <div className={styles.page}>
      <nav className={styles.navigation} aria-label={title}>
        <div className={styles.back}>
          <ArrowLeft size={16} aria-hidden />
          {back}
        </div>
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.groups} ref={groups}>
          {groupsOf(sections).map(({ group, entries }) => (
            <div key={entries[0]?.path} className={styles.group}>
              {group && <p className={styles.groupTitle}>{t(group)}</p>}
              <ul className={styles.links}>
                {entries.map(({ path, title }) => (
                  <li key={path}>
                    <Link {...linkTo(path)} aria-current={path === open?.path ? 'page' : undefined}>
                      {t(title)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {more && <div className={`${styles.group} ${styles.links}`}>{more}</div>}
        </div>
      </nav>
      <main className={styles.main}>
        <div className={styles.column}>{children}</div>
      </main>
    </div>
  )
}

function groupsOf(sections: readonly SectionEntry[]): { group: Message | undefined; entries: SectionEntry[] }[] {
  const groups: { group: Message | undefined; entries: SectionEntry[] }[] = []
  for (const section of sections) {
    const last = groups.at(-1)
    if (last && last.group === section.group) last.entries.push(section)
    else groups.push({ group: section.group, entries: [section] })
  }
  return groups
}

/** One section of such a page. */
export function Section({
  title,
  description,
  children,
}: {
  title: string
  description?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.section} aria-label={title}>
      <header>
        <h2 className={styles.heading}>{title}</h2>
        {description && <p className={styles.description}>{description}</p>}
      </header>
      {children}
    </section>
  )
}

/** A list of things with their actions. */
export function Rows({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  )
}

/** One thing of such a list. `picture` stands beside title and detail. */
export function Row(props: { picture?: ReactNode; title: ReactNode; detail?: ReactNode; children?: ReactNode }) {
  const { picture, title, detail, children } = props
  return (
    <li className={styles.row}>
      {picture}
      <div className={styles.rowText}>
        <p className={styles.rowTitle}>{title}</p>
        {detail && <div className={styles.description}>{detail}</div>}
      </div>
      <div className={styles.rowActions}>{children}</div>
    </li>
  )
}
