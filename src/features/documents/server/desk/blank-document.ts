/** What a new document begins as: short, whole, and readable as it is. */
export const blankDocument = (day: string): string => `---
title: New document
category: Something else
description: What it is for, in one sentence.
minutes: 2
pages: 1
version: 1.0
reviewed: ${day}
law: What a reader should know before using it.
steps:
  - title: About it
    fields:
      - name: who
        type: text
        label: Your name
        blank: your name
        example: Ada Moore
      - name: starts
        type: date
        label: Start
        example: ${day}
---
# New document

From {{starts}}.

## What it says {#what}

> In plain words.

{{who}} agrees.
`;
