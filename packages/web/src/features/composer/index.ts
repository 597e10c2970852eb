export { Composer } from './composer.tsx'
export { TypingLine } from './typing-line.tsx'
