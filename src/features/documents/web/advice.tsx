/**
 * Stands where a document is read and taken along, and in no copy of it: it is nothing that the two sides agree. Whose
 * author wants other words has them in the document itself.
 */
export function Advice({ unless: notice }: { unless: string }) {
  if (notice !== '') return null;
  return (
    <p className="mx-auto mt-16 max-w-measure text-13 text-muted">
      This document was made from a template. It is not legal advice and nobody has checked it against your
      case; have a lawyer read it where much depends on it. This note isn’t part of the document.
    </p>
  );
}
