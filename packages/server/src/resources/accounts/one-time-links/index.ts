export { consumeLink, createLink, deadToken, endLinks, linkOfToken, type MadeLink } from './actions/save.ts'
