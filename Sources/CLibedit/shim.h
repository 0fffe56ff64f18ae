// libedit for Swift, which cannot call variadic functions: an editor that is handed whole keys, and never reads by itself.
#pragma once
#include <histedit.h>
#include <stdio.h>

// The prompt is the editor's client data.
static inline char *edit_prompt(EditLine *editor) {
    void *prompt = NULL;
    el_get(editor, EL_CLIENTDATA, &prompt);
    return (char *)prompt;
}

// Asked for where what it was handed is used up: there is no more.
static inline int edit_no_more(EditLine *editor, wchar_t *key) {
    (void)editor;
    *key = 0;
    return 0;
}

// An editor for the terminal on descriptors 0 and 1, which writes into `output`; NULL where there is no memory. `prompt` stays.
static inline EditLine *edit_make(FILE *output, char *prompt, History *history_of_lines) {
    EditLine *editor = el_init_fd("fourinarow", stdin, output, output, 0, 1, 2);
    if (!editor) return NULL;
    el_set(editor, EL_CLIENTDATA, prompt);
    el_set(editor, EL_PROMPT, edit_prompt);
    el_set(editor, EL_GETCFN, edit_no_more);
    el_set(editor, EL_EDITOR, "emacs");
    el_set(editor, EL_HIST, history, history_of_lines);
    // Between two lines nothing is echoed either: what comes then is for the next one.
    el_set(editor, EL_SETTY, "-x", "-echo", "-icanon", "-iexten", NULL);
    return editor;
}

// Binds a key to a command of libedit, or frees it where that is NULL.
static inline int edit_bind(EditLine *editor, const char *key, const char *command) {
    return command ? el_set(editor, EL_BIND, key, command, NULL) : el_set(editor, EL_BIND, "-r", key, NULL);
}

// Begins a line and writes the prompt; or ends it.
static inline int edit_begin(EditLine *editor, int begins) { return el_set(editor, EL_UNBUFFERED, begins); }

// Gives the terminal the modes for editing, or those in between.
static inline int edit_prepare(EditLine *editor, int edits) { return el_set(editor, EL_PREP_TERM, edits); }

// Writes prompt and line where the cursor is.
static inline int edit_refresh(EditLine *editor) { return el_set(editor, EL_REFRESH); }

static inline History *edit_history(int size) {
    HistEvent event;
    History *lines = history_init();
    if (lines) {
        history(lines, &event, H_SETSIZE, size);
        history(lines, &event, H_SETUNIQUE, 1);
    }
    return lines;
}

static inline void edit_remember(History *lines, const char *line) {
    HistEvent event;
    history(lines, &event, H_ENTER, line);
}
