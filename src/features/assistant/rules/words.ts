/** What the chat says by itself, word for word. */
export const chatWords = {
  thinking: 'Thinking...',
  noReply: 'Sorry, I could not get a response.',
  noConnection: 'Sorry, there was an error connecting to Devpreneur AI.',
  kept: 'This is about how I work inside, and not for sharing. Ask me about a document, a product, a plan or your business instead.',
  fellBack: 'This answer comes from our library of written answers.',
} as const;

/** The four ways to begin: what stands on the button, and what it asks. */
export const startingPoints = [
  { label: 'Templates', asks: 'Which templates are there?' },
  { label: 'Project ideas', asks: 'Give me project ideas' },
  { label: 'Business advice', asks: 'Give me business advice' },
  { label: 'Platform tips', asks: 'Give me platform tips' },
] as const;
