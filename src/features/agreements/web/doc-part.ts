import type { ComponentType, ReactNode } from 'react';
import type { SigningView } from '../rules/contract.ts';

export type AgreementDoc = SigningView['doc'];
export type Block = AgreementDoc['blocks'][number];

export interface DocPartProps {
  blocks: Block[];
  /** Around each part of the text, by its place. */
  around?: (drawn: ReactNode, place: string, block: Block) => ReactNode;
  /** What a clause means in plain words, under its heading. */
  summary?: (runs: ReactNode) => ReactNode;
}

/** Documents are drawn by whoever knows them. */
export type DocPart = ComponentType<DocPartProps>;
