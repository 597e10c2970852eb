import type { ReactNode } from 'react'
import styles from './page.module.css'

/** A whole page with one card in the middle, such as the sign-in. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <section className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </section>
    </main>
  )
}
