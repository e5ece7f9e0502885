/** Where a document is filled in. */
export const generator = '/tools/classic-template-generator';
