import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './sections.module.css'

/** A page of several sections: their links at the left, the open one beside them. */
export function SectionsPage(props: {
  title: string
  /** Link back to where the person came from. */
  back: ReactNode
  links: ReactNode
  children: ReactNode
}) {
  const { title, back, links, children } = props
  return (
    <div className={styles.page}>
      <nav className={styles.navigation} aria-label={title}>
        <div className={styles.back}>
          <ArrowLeft size={16} strokeWidth={1.5} aria-hidden />
          {back}
        </div>
        <h1 className={styles.title}>{title}</h1>
        <ul className={styles.links}>{links}</ul>
      </nav>
      <main className={styles.main}>
        <div className={styles.column}>{children}</div>
      </main>
    </div>
  )
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
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}

/** One thing of such a list. */
export function Row({ title, detail, children }: { title: ReactNode; detail?: ReactNode; children?: ReactNode }) {
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <p className={styles.rowTitle}>{title}</p>
        {detail && <div className={styles.description}>{detail}</div>}
      </div>
      <div className={styles.rowActions}>{children}</div>
    </li>
  )
}
