import type { ReactNode } from 'react'
import styles from './administration.module.css'

/** A table with one row for each thing. Only people who hear the page need its caption: the heading says the same. */
export function Table<T>(props: {
  caption: string
  rows: readonly T[]
  keyOf: (row: T) => string
  columns: readonly (readonly [title: string, cell: (row: T) => ReactNode])[]
}) {
  const { caption, rows, keyOf, columns } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a table that is wider than the screen
    <div role="group" className={styles.scroll} aria-label={caption} tabIndex={0} data-table>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(([title]) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(([title, cell]) => (
                <td key={title}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
