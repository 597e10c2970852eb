declare module 'virtual:catalogue/*' {
  const catalogue: import('./packed-catalogue.ts').PackedCatalogue
  export default catalogue
}
